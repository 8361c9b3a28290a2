/// Joints in a tree, and forward kinematics.
#pragma once

#include <sinew/mechanics/math/types.hpp>
#include <sinew/mechanics/rig/bone.hpp>

namespace sinew {

/// A joint at rest. Frames are of the skeleton: that of the node it stands on [m].
struct Joint {
    std::string name;
    int parent = -1;                                         ///< a smaller number; -1 for a root
    Eigen::Isometry3d rest = Eigen::Isometry3d::Identity();  ///< from its own frame
    std::vector<BoneSegment> segments;                       ///< of the bone that it carries
    double radius = 0;                                       ///< [m]
    int number = -1;  ///< where its file or scene counts it; -1: as it stands among the joints
    std::vector<int> cage = {};  ///< joints, as in Bone
};

/// Pose of a joint relative to its rest: seen from its parent, x = t0 + move + R0 turn X, where t0
/// and R0 are those of the rest.
struct JointPose {
    Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();  ///< relative to rest
    Eigen::Vector3d move = Eigen::Vector3d::Zero();            ///< [m]
};
using SkeletonPose = std::vector<JointPose>;  ///< one a joint

/// A tree of joints with their bones.
class Skeleton {
public:
    /// Parents stand before their children.
    explicit Skeleton(std::vector<Joint> joints);

    /// The joints at rest, parents before their children.
    const std::vector<Joint>& joints() const { return joints_; }
    /// -1 if there is none.
    int find(const std::string& name) const;

    /// Rigid motion of each bone since rest, in the skeleton's frame.
    BoneMotion motion(const SkeletonPose& pose) const;

private:
    std::vector<Joint> joints_;
    std::vector<Eigen::Isometry3d> local_;  ///< rest, seen from the parent
};

/// Six numbers a joint: turn as axis times angle [rad], then move [m]. Zero is the rest.
Vector parameters_of(const SkeletonPose& pose);
/// The pose of such parameters.
SkeletonPose pose_of(const Vector& parameters);

}  // namespace sinew
