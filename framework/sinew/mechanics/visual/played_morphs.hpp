/// The morphs of a mesh's file, played on the scene's clock.
#pragma once

#include <optional>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/visual/morph.hpp>

namespace sinew {

/// Parameters of what plays them, beside its `mesh`.
struct PlayedMorphs {
    std::string clip;
    double speed = 1;
    double start = 0;
    static constexpr auto fields = std::tuple{
        field(
            "clip", &PlayedMorphs::clip,
            "Animation of the mesh's file whose morph weights change the surface in time, by name "
            "or number; it holds its first and last shape before and after"),
        field("speed", &PlayedMorphs::speed, positive, "Of the clip beside the scene's clock"),
        field("start", &PlayedMorphs::start, unit::s, non_negative, "When the clip begins"),
    };
};

/// The clip, in the world of the context's node and on the scene's clock; nullopt if none is named.
/// `loaded` is the surface that `source`, made of `mesh`, gave.
std::optional<MorphClip> morphs_of(const PlayedMorphs& played, const PluginSlot<MeshSource>& mesh,
                                   const MeshSource& source, const SurfaceMesh& loaded,
                                   BuildContext& context);

}  // namespace sinew
