/// Symmetric matrices without their negative eigenvalues.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <sinew/mechanics/math/types.hpp>

namespace sinew::stvk {

class Clamp {
public:
    explicit Clamp(Index n) : factor_(n), tridiagonal_(n), eigen_(n), work_(n, n), diagonal_(n) {}

    /// Raises negative eigenvalues of K to zero, if a factorisation finds any. Allocates nothing.
    void apply(Eigen::MatrixXd& K);

private:
    bool find_eigenvectors(const Eigen::MatrixXd& K);

    Eigen::LLT<Eigen::MatrixXd> factor_;
    Eigen::Tridiagonalization<Eigen::MatrixXd> tridiagonal_;
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen_;
    Eigen::MatrixXd work_;
    Vector diagonal_, subdiagonal_;
};

}  // namespace sinew::stvk
