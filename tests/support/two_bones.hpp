/// Two bones on the x axis, the second of which turns; and a rig whose parameters are given.
#pragma once

#include <sinew/mechanics/rig/skeletal_rig.hpp>

namespace sinew::test {

inline std::vector<Bone> two_bones() {
    const Eigen::Vector3d a(0, 0, 0), b(1, 0, 0), c(2, 0, 0);
    return {{"upper", -1, a, {{a, b}}, 0.1}, {"lower", 0, b, {{b, c}}, 0.1}};
}

/// The second bone turned about its joint.
inline BoneMotion bent(double angle, const Eigen::Vector3d& axis) {
    BoneMotion motion(2, Eigen::Isometry3d::Identity());
    const Eigen::Vector3d joint(1, 0, 0);
    motion[1] =
        Eigen::Translation3d(joint) * Eigen::AngleAxisd(angle, axis) * Eigen::Translation3d(-joint);
    return motion;
}

/// Parameters are the numbers of the matrices.
class GivenRig final : public SkeletalRig {
public:
    explicit GivenRig(std::vector<Bone> bones)
        : SkeletalRig(std::move(bones)),
          motion(this->bones().size(), Eigen::Isometry3d::Identity()) {}
    BoneMotion motion;

    Index n_parameters() const override { return 1; }
    Vector parameters(double t) const override { return Vector::Constant(1, t); }
    BoneMotion pose(const Vector&) const override { return motion; }
};

}  // namespace sinew::test
