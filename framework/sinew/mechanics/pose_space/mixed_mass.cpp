#include <sinew/mechanics/pose_space/mixed_mass.hpp>
#include <utility>

namespace sinew::pose_space {

MixedMass::MixedMass(PairProducts products, Index n_poses, Index size, Loop loop)
    : n_poses_(n_poses),
      size_(size),
      products_(std::move(products)),
      loop_(loop),
      left_(n_poses, products_.n_pairs()),
      right_(n_poses, products_.n_pairs()),
      of_vectors_(n_poses, size) {
    matrix_.setZero(size, size);
}

void MixedMass::mix(const Vector& weights) {
    const Index m = n_poses_;
    const auto mix_pair = [&](Index k) {
        const Eigen::Map<const Eigen::MatrixXd> product(products_.values.col(k).data(), m, m);
        left_.col(k).noalias() = product.transpose() * weights;
        right_.col(k).noalias() = product * weights;
        const auto [a, b] = products_.pairs[std::size_t(k)];
        matrix_(a, b) = matrix_(b, a) = left_.col(k).dot(weights);
    };
    loop_(products_.n_pairs(), std::cref(mix_pair));
}

void MixedMass::times(const Vector& stacked, Vector& sum) const {
    of_vectors_ = stacked.reshaped(size_, n_poses_).transpose();
    sum.setZero(size_);
    for (Index k = 0; k < products_.n_pairs(); ++k) {
        const auto [a, b] = products_.pairs[std::size_t(k)];
        sum[a] += left_.col(k).dot(of_vectors_.col(b));
        if (a != b) sum[b] += right_.col(k).dot(of_vectors_.col(a));
    }
}

}  // namespace sinew::pose_space
