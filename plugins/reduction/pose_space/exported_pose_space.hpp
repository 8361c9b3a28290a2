/// A body in a subspace that is mixed over poses, for the player of reduced models.
#pragma once

#include <sinew/mechanics/pose_space/posed_inertia.hpp>

#include "posed_motion.hpp"

namespace sinew::pose_space {

/// Writes basis/ and inertia/ (docs/player.md). The basis is mixed as it is, and its rows are kept
/// in single precision.
void export_pose_space(const PosedMotion& motion, const PosedInertia& inertia,
                       bool neglects_basis_rate, Archive& archive);

}  // namespace sinew::pose_space
