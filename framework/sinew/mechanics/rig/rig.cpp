#include <fmt/format.h>

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/rig/rig.hpp>

namespace sinew {

const BoneMotion& Rig::at(double t) const {
    if (t != kept_time_) {
        kept_ = pose(parameters(t));
        kept_time_ = t;
        check_finite(t);
    }
    return kept_;
}

void Rig::check_finite(double t) const {
    for (std::size_t b = 0; b < kept_.size(); ++b) {
        if (kept_[b].matrix().allFinite()) continue;
        kept_time_ = std::numeric_limits<double>::quiet_NaN();
        const std::string name = b < bones_.size() ? bones_[b].name : std::to_string(b);
        throw attribute_to(
            ComputationError(
                fmt::format("the motion of the bone '{}' is not finite at {:.6g} s", name, t),
                "it must be finite over the whole run; if what the scene gives is, "
                "this is a mistake in the plugin"),
            provenance);
    }
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
