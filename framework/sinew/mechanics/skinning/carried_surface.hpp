/// The surface of a body as it goes with any rig.
#pragma once

#include <memory>
#include <sinew/mechanics/rig/rig.hpp>
#include <sinew/mechanics/skinning/skinning.hpp>

namespace sinew {

/// `surface`, which is what the node's body carries along (visual_of) or else its skin, at rest in
/// the world: as the rig carries it, or by the node's weights of the rig's bones. Throws InputError
/// in the name of `who` if the rig does neither, or mixes the motions of bones itself and a `blend`
/// other than the default is given.
std::unique_ptr<RiggedSurface> carried_surface(const Rig& rig, SceneNode& node,
                                               const SurfaceMesh& surface, Blend blend,
                                               const Origin& who);

}  // namespace sinew
