/// The exact test of whether a surface intersects itself.
#pragma once

#include <sinew/mechanics/contact/broad_phase.hpp>
#include <utility>

namespace sinew {

/// An edge that has a point in common with a triangle of which it holds no corner.
struct Intersection {
    int edge, triangle;
    friend bool operator==(const Intersection&, const Intersection&) = default;
    friend bool operator<(const Intersection& a, const Intersection& b) {
        return std::pair(a.edge, a.triangle) < std::pair(b.edge, b.triangle);
    }
};

/// Edges and triangles whose boxes are no farther apart than `slack` [m] along each axis at x (3 x
/// n_vertices [m]), ascending: all that can intersect while each vertex is nearer than half of it
/// to where it is. `trees`: of the surface; only what they let touch counts.
std::vector<Intersection> near_edges_and_triangles(const CollisionSurface& surface,
                                                   SurfaceTrees& trees, const Points& x,
                                                   double slack);
/// The pairs of `near` that intersect at x. Decided by exact signs; shares no arithmetic with CCD.
std::vector<Intersection> intersections(const CollisionSurface& surface,
                                        const std::vector<Intersection>& near, const Points& x);
/// All intersections at x of bodies with themselves and each other.
std::vector<Intersection> intersections(const CollisionSurface& surface, const Points& x);

/// Pairs of triangles of a surface at rest that intersect beside the corners that they share,
/// ascending: an edge of the one meets the other.
std::vector<std::pair<int, int>> intersecting_pairs(const SurfaceMesh& surface);

/// A triangle that meets a sphere, or a vertex behind a plane.
struct Penetration {
    std::array<int, 3> vertices;  ///< corners of the triangle, or the vertex three times
    int obstacle;                 ///< the vertex of the sphere or the plane
    friend bool operator==(const Penetration&, const Penetration&) = default;
};

/// All of them at x, by obstacle. `candidates`: of x.
std::vector<Penetration> penetrations(const CollisionSurface& surface, const Candidates& candidates,
                                      const Points& x);

}  // namespace sinew
