/// Joints in a tree, and forward kinematics:
///
///     G_j = G_parent L_j(0) D_j,     T_j = G_j G_j(0)^-1
///
/// G_j: from the joint's frame to the skeleton's; L_j(0): the same at rest, seen from the parent;
/// D_j: a turn about the joint's own origin and a move.
#pragma once

#include <Eigen/Geometry>
#include <sinew/mechanics/math/types.hpp>
#include <span>
#include <vector>

namespace sinew {

/// Pose of a joint relative to its rest: seen from its parent, x = t0 + move + R0 turn X, where t0
/// and R0 are those of the rest.
struct JointPose {
    Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();  ///< relative to rest
    Eigen::Vector3d move = Eigen::Vector3d::Zero();            ///< [m]
};

/// The pose of six parameters: the turn as axis times angle [rad], then the move [m].
JointPose joint_pose(const Eigen::Ref<const Vector>& six);

/// Frames of joints at rest, which poses move.
class JointTree {
public:
    /// `parents`: smaller numbers than a joint's own, -1 of roots. `rest`: G_j(0) [m].
    JointTree(std::vector<int> parents, std::vector<Eigen::Isometry3d> rest);

    Index n_joints() const { return Index(parents_.size()); }
    const std::vector<int>& parents() const { return parents_; }
    const std::vector<Eigen::Isometry3d>& rest() const { return rest_; }

    /// T := rigid motion of each joint since rest, in the skeleton's frame, for one pose a joint.
    void find_motion(std::span<const JointPose> pose, std::vector<Eigen::Isometry3d>& T) const;
    /// The same for six parameters a joint.
    void find_motion(const Vector& p, std::vector<Eigen::Isometry3d>& T) const;

private:
    void move(std::size_t joint, const JointPose& pose, std::vector<Eigen::Isometry3d>& T) const;
    void take_rest_away(std::vector<Eigen::Isometry3d>& T) const;

    std::vector<int> parents_;
    std::vector<Eigen::Isometry3d> rest_;
    std::vector<Eigen::Isometry3d> local_;  ///< rest, seen from the parent
};

/// A frame that is turned, moved, and scaled alike along all axes: x = scale turn X + origin.
struct SimilarFrame {
    Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
    Eigen::Vector3d origin = Eigen::Vector3d::Zero();
    double scale = 1;

    /// A rigid motion of points of the frame, of the same points in the world.
    Eigen::Isometry3d in_world(const Eigen::Isometry3d& motion) const;
};

/// T := rigid motions of joints in the world for six parameters a joint, whose tree stands in a
/// frame.
void find_world_motion(const JointTree& tree, const SimilarFrame& frame, const Vector& p,
                       std::vector<Eigen::Isometry3d>& T);

}  // namespace sinew
