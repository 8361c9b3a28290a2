/// A rig's bones as USD's skeletons have them: joints in a tree, each seen from its parent.
#pragma once

#include <sinew/mechanics/rig/joint_motion.hpp>
#include <sinew/mechanics/rig/skeletal_rig.hpp>
#include <string>
#include <vector>

namespace sinew::usda {

/// A name that USD allows for a prim: letters, digits and underscores, no digit in front.
std::string identifier(const std::string& name);

/// A skeleton and its motion.
class SkeletonTrack {
public:
    /// The rig outlives it.
    explicit SkeletonTrack(const SkeletalRig& rig);

    /// Appends where the joints are at time t [s].
    void add(double t) { motion_.add(rig_.at(t)); }

    /// "upper", "upper/lower": the path of each joint in the tree, parents first.
    const std::vector<std::string>& joints() const { return joints_; }
    /// Joints at rest in the world [m].
    const std::vector<Eigen::Isometry3d>& bind() const { return bind_; }
    /// Joints at rest, seen from their parents [m].
    const std::vector<Eigen::Isometry3d>& rest() const { return rest_; }
    /// One at each time.
    const std::vector<JointPoses>& samples() const { return motion_.poses(); }

private:
    const SkeletalRig& rig_;
    std::vector<std::string> joints_;
    std::vector<Eigen::Isometry3d> bind_, rest_;
    JointMotion motion_;
};

}  // namespace sinew::usda
