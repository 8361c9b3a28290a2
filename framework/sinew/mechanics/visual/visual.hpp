/// `visual:` of a node: a surface that its body carries along, for output.
#pragma once

#include <optional>
#include <sinew/mechanics/mesh/embedding.hpp>
#include <sinew/mechanics/visual/played_morphs.hpp>
#include <vector>

namespace sinew {

class SceneNode;

/// Parameters of `visual:`.
struct VisualSettings : PlayedMorphs {
    PluginSlot<MeshSource> mesh;
    static constexpr auto fields = std::tuple_cat(
        std::tuple{field("mesh", &VisualSettings::mesh, "The surface, in the node's rest frame")
                       .required()},
        PlayedMorphs::fields);
};

/// A surface embedded in the elements of a body.
struct VisualSurface {
    SurfaceMesh rest;  ///< in the world [m]
    std::vector<Embedding> embeddings;
    const VolumeMesh* body = nullptr;  ///< in which it is embedded
    std::optional<MorphClip> morphs;   ///< in the world, on the scene's clock

    /// Its points when the body's nodes are at `nodes`, both 3 x n [m]; without a clip's morphs.
    Points deform(const Points& nodes) const;
    /// The same with morphs: the body carries the surface at rest as it is at time t [s] of the
    /// scene.
    Points deform(const Points& nodes, double t) const;
};

/// The surface that the node's body carries: that of `visual:`, else the one its mesh was made
/// from; nullptr if there is neither. Made on first request.
const VisualSurface* visual_of(SceneNode& node);

}  // namespace sinew
