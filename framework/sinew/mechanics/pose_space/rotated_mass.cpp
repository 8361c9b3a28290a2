#include <sinew/mechanics/pose_space/rotated_mass.hpp>
#include <utility>

namespace sinew::pose_space {

RotatedMass::RotatedMass(PairProducts products, Index n_poses, Index size)
    : n_poses_(n_poses),
      size_(size),
      products_(std::move(products)),
      of_vectors_(n_poses, size),
      of_poses_(n_poses * n_poses),
      of_pose_(n_poses) {}

/// Of vectors b and a, M E_cd has the transpose of M E_dc of a and b.
void RotatedMass::times(const Vector& weights, const Eigen::Matrix3d& Q, const Vector& stacked,
                        Vector& sum) const {
    const Index m = n_poses_;
    of_vectors_ = stacked.reshaped(size_, m).transpose();
    const Eigen::Matrix3d Q_transposed = Q.transpose();
    sum.setZero(size_);
    const Eigen::Map<const Eigen::MatrixXd> mixed(of_poses_.data(), m, m);
    for (Index k = 0; k < products_.n_pairs(); ++k) {
        const auto [a, b] = products_.pairs[std::size_t(k)];
        const Eigen::Map<const Eigen::MatrixXd> product(products_.values.col(k).data(), m * m, 9);
        of_poses_.noalias() = product * Q.reshaped();
        of_pose_.noalias() = mixed * of_vectors_.col(b);
        sum[a] += weights.dot(of_pose_);
        if (a == b) continue;
        of_poses_.noalias() = product * Q_transposed.reshaped();
        of_pose_.noalias() = mixed * weights;
        sum[b] += of_vectors_.col(a).dot(of_pose_);
    }
}

}  // namespace sinew::pose_space
