/// Chebyshev's polynomials of D^-1 A as a smoother.
#pragma once

#include "diagonal_blocks.hpp"

namespace sinew::multigrid {

/// Reduces the components of the error that belong to eigenvalues of D^-1 A between `greatest` /
/// `spread` and `greatest`; symmetric and positive as an operator. Saad, Iterative Methods for
/// Sparse Linear Systems, 2003, algorithm 12.1.
template <class Real, int R>
class Chebyshev {
public:
    void set(double greatest, int degree, double spread = 20);

    /// x := p(D^-1 A) D^-1 b, from x = 0, and the residual r = b - A x.
    void smooth_zero(const SquareRows<Real, R>& A, const DiagonalBlocks<Real, R>& inverse,
                     const Real* b, Real* x, Real* r) const;
    /// Improves x; r is work space.
    void smooth(const SquareRows<Real, R>& A, const DiagonalBlocks<Real, R>& inverse, const Real* b,
                Real* x, Real* r) const;

private:
    void recur(const SquareRows<Real, R>& A, const DiagonalBlocks<Real, R>& inverse,
               const Real* x_before, Real* x, const Real* r_before, Real* r,
               bool with_residual) const;

    double middle_ = 1, half_width_ = 0;  ///< of the interval
    int degree_ = 1;
    mutable Numbers<Real> d_, next_;
};

}  // namespace sinew::multigrid
