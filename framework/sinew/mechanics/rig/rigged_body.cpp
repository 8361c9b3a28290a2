#include <fmt/format.h>

#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/rig/rigged_body.hpp>

namespace sinew {
namespace {

[[noreturn]] void fail(const Origin& who, const std::string& message, const std::string& remedy) {
    throw InputError(
        Diagnostic{Severity::error, message, remedy, who.where, who.node_path, who.plugin});
}

}  // namespace

ElementRotations RiggedBody::rotations(const VolumeMesh& mesh) const {
    return {*rig, weights->on_elements(mesh, rig->bones(), nodes)};
}

const RiggedBody& rigged_body_of(Node& node, const Origin& who) {
    if (RiggedBody* made = node.attached<RiggedBody>()) return *made;
    const Rig* rig = rig_of(node);
    if (rig == nullptr)
        fail(who,
             fmt::format("{} needs a rig, and neither {} nor a node above has one", who.plugin,
                         node.path()),
             "give the node a rig: {type: skeleton, ...}");
    if (node.slot("weights") == nullptr)
        fail(who, fmt::format("{} needs weights, and {} has none", who.plugin, node.path()),
             "add weights: {type: closest_bone}, or bbw for smooth ones");
    const Weights* weights = node.graph().object<Weights>(node, "weights");
    const Body* body = body_of(node);
    return node.attachment<RiggedBody>([&] {
        return std::make_unique<RiggedBody>(
            RiggedBody{rig, weights, weights->on_nodes(body->mesh, rig->bones())});
    });
}

}  // namespace sinew
