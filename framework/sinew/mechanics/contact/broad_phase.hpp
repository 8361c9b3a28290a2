/// Broad phase: which vertices and triangles, which edges, and what of obstacles may come near each
/// other.
#pragma once

#include <array>
#include <sinew/mechanics/contact/collision_surface.hpp>
#include <sinew/mechanics/contact/stencil.hpp>
#include <sinew/mechanics/contact/surface_trees.hpp>

namespace sinew {

/// Pairs that may be nearer than a radius.
struct Candidates {
    std::vector<std::array<int, 2>> vertex_triangle;  ///< ascending
    std::vector<std::array<int, 2>> edge_edge;        ///< ascending, the lesser edge first
    std::vector<std::array<int, 2>> sphere_triangle;  ///< ascending
    std::vector<std::array<int, 2>> plane_vertex;     ///< ascending
    double radius = 0;                                ///< that they were made for [m]
};

/// Finds candidates by trees of boxes around triangles and edges, refitted to where these are.
/// Pairs that share a vertex, those of two obstacles, and unless `self` those of a body with
/// itself, are left out.
class BroadPhase {
public:
    /// `surface` outlives this.
    explicit BroadPhase(const CollisionSurface& surface, bool self = true);

    /// All pairs that come nearer than `radius` [m] on straight paths between the positions `from`
    /// and `to` (3 x n_vertices [m]), and few others.
    Candidates find(const Points& from, const Points& to, double radius);
    /// All that are nearer than that at x; of vertices, triangles and edges no others.
    Candidates find(const Points& x, double radius);

private:
    template <class Keep>
    Candidates find_if(const Points& from, const Points& to, double radius, const Keep& keep);

    const CollisionSurface& surface_;
    SurfaceTrees trees_;
};

}  // namespace sinew
