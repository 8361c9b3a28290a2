#include <fmt/format.h>

#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/visual/played_morphs.hpp>

namespace sinew {
namespace {

void warn_if_late(const PlayedMorphs& played, BuildContext& context) {
    const double end = context.graph().time().end;
    if (end <= 0 || played.start < end) return;
    context.graph().warn(
        Diagnostic::warning(fmt::format("the clip of the {} begins at {:g} s, and the run ends at "
                                        "{:g} s: the surface stays in its first shape",
                                        context.plugin(), played.start, end))
            .remedy("let it start earlier (times without a unit are in seconds), or run "
                    "longer: time.end")
            .at(context.at("start"))
            .on(context.node().path()));
}

}  // namespace

std::optional<MorphClip> morphs_of(const PlayedMorphs& played, const PluginSlot<MeshSource>& mesh,
                                   const MeshSource& source, const SurfaceMesh& loaded,
                                   BuildContext& context) {
    if (played.clip.empty()) {
        if (played.speed != 1 || played.start != 0)
            context.fail(context.at(played.speed != 1 ? "speed" : "start"),
                         "speed or start without a clip", "name the clip, or leave it out");
        return {};
    }
    const auto* morphing = source.morphing_surface();
    if (morphing == nullptr)
        context.fail(context.at("clip"), fmt::format("mesh/{} has no clips", mesh.type()),
                     "leave clip out, or take {type: file, file: ...} with a .gltf or .glb file");
    MorphClip clip = morphing->morph_clip(loaded, played.clip, context.at("clip"));
    warn_if_late(played, context);
    for (MorphTrack& track : clip.tracks) {
        for (Points& target : track.targets) target = context.node().world().linear() * target;
        for (double& time : track.times) time = played.start + time / played.speed;
        if (track.between != Interpolation::cubic) continue;
        for (Eigen::Index c = 0; c < track.weights.cols(); ++c)
            if (c % 3 != 1) track.weights.col(c) *= played.speed;
    }
    return clip;
}

}  // namespace sinew
