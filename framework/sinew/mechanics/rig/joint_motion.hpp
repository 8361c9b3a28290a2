/// The joints of a rig in time as other programs have them: nodes in a tree, each seen from its
/// parent, in single precision.
#pragma once

#include <sinew/mechanics/rig/bone.hpp>
#include <vector>

namespace sinew {

/// The joints at one time, seen from their parents; roots in the world.
struct JointPoses {
    std::vector<Eigen::Vector3f> translations;  ///< [m]
    std::vector<Eigen::Quaternionf> rotations;  ///< since rest
};

/// A joint is the node where a bone turns. At rest it has the axes of the world, since bones have
/// none of their own.
class JointMotion {
public:
    /// The bones outlive it.
    explicit JointMotion(const std::vector<Bone>& bones);

    /// Appends where the joints are. A quaternion goes the shorter way from the one before it, the
    /// first from rest.
    void add(const BoneMotion& motion);

    /// Translations at rest [m].
    const std::vector<Eigen::Vector3d>& rest() const { return rest_; }
    const std::vector<JointPoses>& poses() const { return poses_; }

private:
    const std::vector<Bone>& bones_;
    std::vector<Eigen::Vector3d> rest_;
    std::vector<JointPoses> poses_;
};

}  // namespace sinew
