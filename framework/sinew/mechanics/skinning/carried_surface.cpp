#include <sinew/kernel/graph/node.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/skinning/carried_surface.hpp>
#include <sinew/mechanics/skinning/skinned_surface.hpp>
#include <sinew/mechanics/skinning/surface_weights.hpp>

namespace sinew {

std::unique_ptr<RiggedSurface> carried_surface(const Rig& rig, SceneNode& node,
                                               const SurfaceMesh& surface, Blend blend,
                                               const Origin& who) {
    const SkeletalRig* bones = rig.skeletal();
    if (std::unique_ptr<RiggedSurface> carried = rig.carry(surface)) {
        if (bones != nullptr && blend != Blend::dual_quaternion)
            throw InputError(who.at("blend"),
                             "`blend` of " + who.plugin + " has no effect: " +
                                 rig.provenance.plugin + " mixes the motions of its bones itself",
                             "say it of the rig");
        return carried;
    }
    if (bones == nullptr)
        throw InputError(who.where, rig.provenance.plugin + " has no bones, and carries no surface",
                         "take another rig; if the plugin is yours, let it override Rig::carry");
    const Body* body = body_of(node);
    if (body == nullptr)
        throw InputError(who.where,
                         who.plugin + " needs weights of bones, and " + node.path() +
                             " has no mesh to take them of",
                         "put it on the node of the body");
    const SkinWeights& nodes = rigged_body_of(node, who).nodes;
    const VisualSurface* visual = visual_of(node);
    return skinned_surface(
        *bones, surface.positions,
        visual ? carried_weights(*visual, nodes) : skin_weights(body->skin.nodes, nodes), blend);
}

}  // namespace sinew
