/// `visual:` of a node: a surface that its body carries along, for output.
#pragma once

#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/mesh/embedding.hpp>
#include <sinew/mechanics/mesh/mesh_source.hpp>
#include <vector>

namespace sinew {

class Node;

struct VisualSettings {
    PluginSlot<MeshSource> mesh;
    static constexpr auto fields = std::tuple{
        field("mesh", &VisualSettings::mesh, "The surface, in the node's rest frame").required(),
    };
};

/// A surface hung on the elements of a body.
struct VisualSurface {
    SurfaceMesh rest;  ///< in the world [m]
    std::vector<Embedding> places;

    /// Its points when the body's nodes are at `nodes`, both 3 x n [m].
    Points follow(const Points& nodes) const;
};

/// The surface that the node's body carries: that of `visual:`, else the one its mesh was made
/// from; nullptr if there is neither. Made on first request.
const VisualSurface* visual_of(Node& node);

}  // namespace sinew
