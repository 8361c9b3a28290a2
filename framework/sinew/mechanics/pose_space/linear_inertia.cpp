#include <sinew/mechanics/pose_space/linear_inertia.hpp>

namespace sinew::pose_space {

void LinearInertia::find(const MixedBasis& basis, const Eigen::Matrix3d& R,
                         const Eigen::Matrix3Xd& accelerations, Vector& f) const {
    seen_.noalias() = R.transpose() * accelerations;
    stacked_.noalias() = products_ * seen_.reshaped();
    f.resize(basis.size());
    basis.mix_stacked(stacked_, f);
}

}  // namespace sinew::pose_space
