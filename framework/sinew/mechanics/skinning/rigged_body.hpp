/// A body with its rig: the weights are on the body's node.
#pragma once

#include <sinew/mechanics/rig/skeletal_rig.hpp>
#include <sinew/mechanics/skinning/element_rotations.hpp>
#include <sinew/mechanics/weights/weights.hpp>

namespace sinew {

/// The rig and the weights of a body.
struct RiggedBody {
    const SkeletalRig* rig;
    const Weights* weights;
    SkinWeights nodes;  ///< n_nodes x n_bones, of the node's body

    /// Rotations of the elements of a mesh that has the body's nodes, in the mesh's order.
    ElementRotations rotations(const VolumeMesh& mesh) const;
};

/// The rigged body of a node with a mesh, made on first request. Throws InputError in the name of
/// `who` if the node has no weights, or no rig is found there or above.
const RiggedBody& rigged_body_of(SceneNode& node, const Origin& who);

}  // namespace sinew
