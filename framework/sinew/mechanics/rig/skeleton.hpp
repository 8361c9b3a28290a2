/// Joints in a tree, with their bones.
#pragma once

#include <sinew/mechanics/math/types.hpp>
#include <sinew/mechanics/pose_space/joint_tree.hpp>
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

    /// Their frames.
    const JointTree& tree() const { return tree_; }
    /// Rigid motion of each bone since rest, in the skeleton's frame.
    BoneMotion motion(const SkeletonPose& pose) const;

private:
    std::vector<Joint> joints_;
    JointTree tree_;
};

/// Six numbers a joint: turn as axis times angle [rad], then move [m]. Zero is the rest.
Vector parameters_of(const SkeletonPose& pose);

}  // namespace sinew
