#include <fmt/format.h>

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/rig/rig.hpp>

namespace sinew {

RigParameter Rig::parameter(Index k) const {
    return {fmt::format("p{}", k), "", 1};
}

const Rig* rig_of(SceneNode& node) {
    for (SceneNode* at = &node; at != nullptr; at = at->parent())
        if (at->slot("rig") != nullptr) return node.graph().object<Rig>(*at, "rig");
    return nullptr;
}

const Rig& rig_here(const BuildContext& context) {
    if (const Rig* rig = rig_of(context.node())) return *rig;
    context.fail(fmt::format("{} needs a rig, and neither {} nor a node above has one",
                             context.plugin(), context.node().path()),
                 "give the node a rig: {type: skeleton, ...}");
}

}  // namespace sinew
