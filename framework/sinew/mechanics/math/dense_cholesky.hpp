/// Cholesky's factorisation A = L D L' of a full symmetric matrix, quick for the few unknowns of
/// a body in a subspace.
///
/// Golub & Van Loan, Matrix Computations, 4th ed., 2013, section 4.1: L has ones on its diagonal,
/// so that no square roots wait for each other.
#pragma once

#include <Eigen/Cholesky>
#include <sinew/mechanics/math/aligned.hpp>
#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// A factorisation that serves many solves. It takes memory only when the size has changed.
class DenseCholesky {
public:
    /// The largest n whose columns are runs of whole packs; beyond it Eigen's blocks win.
    static constexpr Index most_of_packs = 64;

    /// Factors A, n x n, from its lower triangle. False if a pivot is not positive (or not a
    /// number): A is not definite, and there is nothing to solve with.
    bool compute(const Eigen::MatrixXd& A);

    /// The least pivot D_jj, in the unit of A; of an empty matrix 1.
    double least_pivot() const { return least_; }
    /// The largest pivot, likewise.
    double largest_pivot() const { return largest_; }

    /// True if A is singular to working precision, after a factorisation that went through.
    bool is_singular() const { return !(least_ > 1e-16 * largest_); }

    /// x := A^-1 x, n numbers.
    void solve_in_place(Vector& x);

private:
    template <int n_packs>
    bool factor();
    template <int n_packs>
    void substitute();

    Index n_ = 0;
    AlignedVector<double> columns_;  ///< of A, then of D L; padded with zeros
    AlignedVector<double> rows_;     ///< of L, likewise
    AlignedVector<double> inverse_;  ///< of the pivots
    AlignedVector<double> b_, x_;
    double least_ = 1, largest_ = 1;
    Eigen::LLT<Eigen::MatrixXd> blocks_;
};

}  // namespace sinew
