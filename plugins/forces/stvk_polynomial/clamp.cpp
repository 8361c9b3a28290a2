#include "stvk_polynomial/clamp.hpp"

namespace sinew::stvk {

void Clamp::apply(Eigen::MatrixXd& K) {
    // A free body's K has zeros, which round-off may turn negative.
    constexpr double tolerance = 1e-14;
    work_ = K;
    work_.diagonal().array() += tolerance * K.diagonal().cwiseAbs().sum();
    factor_.compute(work_);
    if (factor_.info() == Eigen::Success) return;
    if (!find_eigenvectors(K)) return;  // not finite: the forces are not either
    for (Index n = 0; n < K.cols(); ++n)
        work_.col(n) *= std::sqrt(std::max(eigen_.eigenvalues()[n], 0.0));
    K = work_.lazyProduct(work_.transpose());
}

/// The columns of work_. SelfAdjointEigenSolver::compute does the same, but allocates on its way
/// back from the tridiagonal matrix.
bool Clamp::find_eigenvectors(const Eigen::MatrixXd& K) {
    tridiagonal_.compute(K);
    diagonal_ = tridiagonal_.diagonal();
    subdiagonal_ = tridiagonal_.subDiagonal();
    eigen_.computeFromTridiagonal(diagonal_, subdiagonal_);
    if (eigen_.info() != Eigen::Success) return false;
    work_ = eigen_.eigenvectors();
    const Index n = K.rows();
    for (Index k = n - 2; k >= 0; --k) {
        const auto v = tridiagonal_.packedMatrix().col(k).tail(n - k - 2);  // after a 1
        const double norm2 = v.squaredNorm();
        if (norm2 == 0) continue;  // no reflection
        const double tau = 2 / (1 + norm2);
        for (Index column = 0; column < n; ++column) {
            auto x = work_.col(column).tail(n - k - 1);
            const double along = tau * (x[0] + v.dot(x.tail(n - k - 2)));
            x[0] -= along;
            x.tail(n - k - 2) -= along * v;
        }
    }
    return true;
}

}  // namespace sinew::stvk
