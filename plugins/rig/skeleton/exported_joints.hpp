/// Joints for the player of reduced models.
#pragma once

#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/pose_space/joint_tree.hpp>

namespace sinew {

/// Writes the joints to rig/ (docs/player.md). root: the joint that carries the whole body; -1:
/// none does.
void export_joints(const JointTree& joints, const SimilarFrame& frame, Eigen::Index root,
                   Archive& archive);

}  // namespace sinew
