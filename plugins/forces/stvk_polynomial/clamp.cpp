#include "stvk_polynomial/clamp.hpp"

namespace sinew::stvk {

void Clamp::apply(Eigen::MatrixXd& K) {
    // A free body's K has zeros, which round-off may turn negative.
    constexpr double tolerance = 1e-14;
    shifted_ = K;
    shifted_.diagonal().array() += tolerance * K.diagonal().cwiseAbs().sum();
    factor_.compute(shifted_);
    if (factor_.info() == Eigen::Success) return;
    eigen_.compute(K);
    if (eigen_.info() != Eigen::Success) return;  // not finite: the forces are not either
    const auto& V = eigen_.eigenvectors();
    shifted_ = V * eigen_.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal();
    K = shifted_.lazyProduct(shifted_.transpose());
}

}  // namespace sinew::stvk
