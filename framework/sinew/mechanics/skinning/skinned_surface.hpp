/// Surfaces that go with the bones of a rig by weights.
#pragma once

#include <memory>
#include <sinew/mechanics/rig/skeletal_rig.hpp>
#include <sinew/mechanics/skinning/skinning.hpp>

namespace sinew {

/// `rest`: the points at rest in the world, 3 x n [m]; weights: n x n_bones. The rig outlives it.
std::unique_ptr<RiggedSurface> skinned_surface(const SkeletalRig& rig, Points rest,
                                               const SkinWeights& weights, Blend blend);

}  // namespace sinew
