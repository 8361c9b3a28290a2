/// Broad phase: which vertices and triangles, and which edges, may come near each other.
#pragma once

#include <array>
#include <sinew/mechanics/contact/collision_surface.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>

namespace sinew {

/// Pairs that may be nearer than a radius.
struct Candidates {
    std::vector<std::array<int, 2>> vertex_triangle;  ///< ascending
    std::vector<std::array<int, 2>> edge_edge;        ///< ascending, the lesser edge first
    double radius = 0;                                ///< that they were made for [m]
};

/// Finds candidates by trees of boxes around triangles and edges, refitted to where these are.
/// Pairs that share a vertex are left out.
class BroadPhase {
public:
    /// `surface` outlives this.
    explicit BroadPhase(const CollisionSurface& surface);

    /// All pairs that come nearer than `radius` [m] on straight paths between the positions `from`
    /// and `to` (3 x n_vertices [m]), and few others.
    Candidates find(const Points& from, const Points& to, double radius);
    /// All that are nearer than that at x.
    Candidates find(const Points& x, double radius) { return find(x, x, radius); }

private:
    const CollisionSurface& surface_;
    BoxTree triangles_, edges_;
};

}  // namespace sinew
