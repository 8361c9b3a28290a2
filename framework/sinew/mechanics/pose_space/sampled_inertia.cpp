#include <sinew/mechanics/pose_space/sampled_inertia.hpp>

namespace sinew::pose_space {

void SampledInertia::subtract_root(const Vector& pose_weights, const RootAcceleration& root,
                                   Eigen::Matrix3Xd& a) const {
    for (Index k = 0; k < a.cols(); ++k) {
        Eigen::Vector3d Y = Eigen::Vector3d::Zero();
        for (std::size_t i = 0; i < sample_.shapes.size(); ++i)
            Y += pose_weights[Index(i)] * sample_.shapes[i].col(k);
        a.col(k) -= root.A * Y + root.b;
    }
}

void SampledInertia::find_of_root(const MixedBasis& basis, const Eigen::Matrix3d& R,
                                  const RootAcceleration& root, Vector& f) const {
    const Eigen::Vector3d b = R.transpose() * root.b;
    const Eigen::Matrix3d B = R.transpose() * root.A;
    stacked_.noalias() = sample_.of_translation * b;
    for (Index j = 0; j < basis.n_poses(); ++j) {
        const Eigen::Matrix<double, 9, 1> share = basis.weights()[j] * B.reshaped();
        stacked_.noalias() += sample_.of_turn.middleCols<9>(9 * j) * share;
    }
    f.resize(basis.size());
    basis.mix_stacked(stacked_, f);
}

void SampledInertia::find_momenta(const Eigen::Matrix3Xd& accelerations,
                                  Eigen::Matrix3Xd& momenta) const {
    momenta.setZero(3, n_sample());
    for (Index s = 0; s < n_sample(); ++s)
        for (auto k = std::size_t(sample_.first[std::size_t(s)]);
             k < std::size_t(sample_.first[std::size_t(s) + 1]); ++k)
            momenta.col(s) += sample_.masses[k] * accelerations.col(sample_.places[k]);
}

void SampledInertia::find_momenta(const Vector& kept, Eigen::Matrix3Xd& momenta) const {
    momenta.resize(3, n_sample());
    const auto of_node = [&](Index s) { momenta.col(s) = sample_.momenta.times(s, kept); };
    loop_(n_sample(), std::cref(of_node));
}

void SampledInertia::find_of_momenta(const MixedBasis& basis, const Eigen::Matrix3d& R,
                                     const Eigen::Matrix3Xd& momenta, Vector& f) const {
    seen_.resize(3, n_sample());
    for (Index s = 0; s < n_sample(); ++s)
        seen_.col(s) = sample_.weights[s] * (R.transpose() * momenta.col(s));
    sample_.rows.pull_back(seen_, stacked_);
    f.resize(basis.size());
    basis.mix_stacked(stacked_, f);
}

}  // namespace sinew::pose_space
