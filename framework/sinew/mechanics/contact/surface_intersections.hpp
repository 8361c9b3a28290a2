/// The exact test of whether a surface intersects itself.
#pragma once

#include <sinew/mechanics/contact/collision_surface.hpp>

namespace sinew {

/// An edge that has a point in common with a triangle of which it holds no corner.
struct Intersection {
    int edge, triangle;
    friend bool operator==(const Intersection&, const Intersection&) = default;
};

/// All of them at x (3 x n_vertices [m]), ascending by edge and triangle; none if the surface does
/// not intersect itself. Decided by exact signs; shares no arithmetic with CCD.
std::vector<Intersection> intersections(const CollisionSurface& surface, const Points& x);

}  // namespace sinew
