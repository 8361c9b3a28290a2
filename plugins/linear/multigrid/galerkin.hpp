/// The matrix of the next level, P' A P.
#pragma once

#include "interpolation.hpp"

namespace sinew::multigrid {

template <class Real, int R>
class GalerkinProduct {
public:
    /// Finds the blocks of A P and of P' A P, which get the structure of `coarse`.
    void set_structure(const SquareRows<Real, R>& A, const Interpolation<Real, R>& P,
                       SquareRows<Real, n_motions>& coarse);
    /// Computes the values of `coarse`. Each block is summed in the order of the rows below it.
    void compute(const SquareRows<Real, R>& A, const Interpolation<Real, R>& P,
                 SquareRows<Real, n_motions>& coarse) const;

private:
    BlockRows<Real, R * n_motions> structure_;  ///< of A P; its values are made and dropped
};

}  // namespace sinew::multigrid
