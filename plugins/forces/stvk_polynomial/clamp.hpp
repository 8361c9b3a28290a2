/// Symmetric matrices without their negative eigenvalues.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <sinew/mechanics/math/types.hpp>

namespace sinew::stvk {

class Clamp {
public:
    explicit Clamp(Index n) : factor_(n), eigen_(n), shifted_(n, n) {}

    /// Raises negative eigenvalues of K to zero, if a factorisation finds any.
    void apply(Eigen::MatrixXd& K);

private:
    Eigen::LLT<Eigen::MatrixXd> factor_;
    Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen_;
    Eigen::MatrixXd shifted_;
};

}  // namespace sinew::stvk
