#include <fmt/format.h>

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/mechanics/rig/skeletal_rig.hpp>

namespace sinew {

const BoneMotion& SkeletalRig::at(double t) const {
    if (t != kept_time_) {
        kept_ = pose(parameters(t));
        kept_time_ = t;
        check_finite(t);
    }
    return kept_;
}

void SkeletalRig::check_finite(double t) const {
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

const SkeletalRig* skeletal_rig_of(SceneNode& node) {
    const Rig* rig = rig_of(node);
    return rig == nullptr ? nullptr : rig->skeletal();
}

const SkeletalRig& skeletal_rig_here(const BuildContext& context) {
    const Rig& rig = rig_here(context);
    if (const SkeletalRig* skeletal = rig.skeletal()) return *skeletal;
    context.fail(fmt::format("{} needs a rig with bones, and {} of {} has none", context.plugin(),
                             rig.provenance.plugin, rig.provenance.node_path),
                 "give the node a rig: {type: skeleton, ...}");
}

}  // namespace sinew
