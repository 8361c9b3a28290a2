#include <algorithm>
#include <cmath>
#include <sinew/mechanics/math/psd_projection.hpp>

namespace sinew {

/// All at once, so that a matrix which loses its definiteness later finds it there.
void PsdProjection::make_room(Index n) {
    tridiagonal_ = Eigen::Tridiagonalization<Eigen::MatrixXd>(n);
    work_.setIdentity(n, n);
    definite_.compute(work_);
    diagonal_.setZero(n);
    subdiagonal_.setZero(std::max<Index>(n - 1, 0));
    eigen_.reset();
    if (n == 0) return;
    // Eigen leaves a solver's state open until it has computed something, and copies it all the
    // same.
    eigen_.emplace(n);
    eigen_->computeFromTridiagonal(diagonal_, subdiagonal_);
}

void PsdProjection::apply(Eigen::MatrixXd& K) {
    // A free body's K has zeros, which round-off may turn negative.
    constexpr double tolerance = 1e-14;
    if (K.rows() != work_.rows()) make_room(K.rows());
    work_ = K;
    work_.diagonal().array() += tolerance * K.diagonal().cwiseAbs().sum();
    if (definite_.compute(work_)) return;
    if (!find_eigenvectors(K)) return;  // not finite: the forces are not either
    for (Index n = 0; n < K.cols(); ++n)
        work_.col(n) *= std::sqrt(std::max(eigen_->eigenvalues()[n], 0.0));
    K = work_.lazyProduct(work_.transpose());
}

/// The columns of work_. SelfAdjointEigenSolver::compute does the same, but allocates on its way
/// back from the tridiagonal matrix.
bool PsdProjection::find_eigenvectors(const Eigen::MatrixXd& K) {
    tridiagonal_.compute(K);
    diagonal_ = tridiagonal_.diagonal();
    subdiagonal_ = tridiagonal_.subDiagonal();
    eigen_->computeFromTridiagonal(diagonal_, subdiagonal_);
    if (eigen_->info() != Eigen::Success) return false;
    work_ = eigen_->eigenvectors();
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

}  // namespace sinew
