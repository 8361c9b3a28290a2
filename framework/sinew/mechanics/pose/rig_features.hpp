/// The parameters of a rig that count in the distance of two poses.
#pragma once

#include <sinew/mechanics/pose_space/pose_features.hpp>
#include <sinew/mechanics/rig/rig.hpp>

namespace sinew {

/// All but those that move the whole body: who walks away leaves no pose.
PoseFeatures pose_features(const Rig& rig);

}  // namespace sinew
