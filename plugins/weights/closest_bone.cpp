/// Each point goes with the bone that is nearest to it.
///
///     w_j(X) = 1 for the j with the least distance d_j(X) from X to the segments of bone j, else 0
///
/// With `blend: b` the bones that are not much farther share, so that the weights are continuous:
/// w_j is in proportion to s(1 - (d_j - d_min)/b), s(x) = x^2 (3 - 2 x) for x > 0, else 0.
///
/// Song, Kachkovski, Monem, Negash & Levin, Automatic skinning using the mixed finite element
/// method, 2023, section 3.1: rotation clusters of elements by their centres. The blend is ours;
/// the paper leaves smoothing of the clusters to future work.

#include <fmt/ranges.h>

#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/rig/zero_length_bones.hpp>
#include <sinew/mechanics/weights/distance_weights.hpp>

namespace sinew {

class ClosestBone final : public DistanceWeights {
public:
    static constexpr const char* source = "Song et al. 2023, section 3.1";

    ClosestBone(const Params& params, const BuildContext& context) : DistanceWeights(params) {
        if (params.blend == 0) warn_of_zero_length_bones(context);
    }

private:
    static void warn_of_zero_length_bones(const BuildContext& context) {
        const SkeletalRig* rig = skeletal_rig_of(context.node());
        if (rig == nullptr) return;
        std::vector<std::string> moved_in_vain;
        for (const ZeroLengthBone& one : moved_zero_length_bones(*rig, context.graph().time().end))
            moved_in_vain.push_back(one.name(rig->bones()));
        if (!moved_in_vain.empty())
            context.warn(
                fmt::format("no point is nearest to {}, and the clip moves {} in vain",
                            fmt::join(moved_in_vain, ", "),
                            moved_in_vain.size() == 1 ? "it" : "them"),
                std::string(tail_for_zero_length_bone) + "; or use weights: {type: closest_joint}");
    }

    double distance(const Bone& bone, const Eigen::Vector3d& x) const override {
        return distance_to(bone, x);
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::ClosestBone, "weights/closest_bone", "Each point goes with its nearest bone")
