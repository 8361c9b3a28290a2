/// PSD projection of symmetric matrices: negative eigenvalues are raised to zero.
#pragma once

#include <Eigen/Eigenvalues>
#include <optional>
#include <sinew/mechanics/math/dense_cholesky.hpp>

namespace sinew {

/// The projection, with its work space. It takes memory only when the size has changed.
class PsdProjection {
public:
    /// Room for matrices of n x n.
    explicit PsdProjection(Index n = 0) { make_room(n); }

    /// Raises negative eigenvalues of K (n x n) to zero, if a factorisation finds any. A matrix
    /// whose negative eigenvalues are mere round-off, or that is not finite, stays bit by bit.
    void apply(Eigen::MatrixXd& K);

private:
    void make_room(Index n);
    bool find_eigenvectors(const Eigen::MatrixXd& K);

    DenseCholesky definite_;
    Eigen::Tridiagonalization<Eigen::MatrixXd> tridiagonal_;
    std::optional<Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>> eigen_;  ///< none for 0 x 0
    Eigen::MatrixXd work_;
    Vector diagonal_, subdiagonal_;
};

}  // namespace sinew
