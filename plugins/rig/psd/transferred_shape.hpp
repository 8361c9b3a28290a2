/// Shapes of one surface, taken over to the points of another that is near it at rest.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>

namespace sinew {

/// A shape on other points.
struct TransferredShape {
    Points positions;     ///< of these points [m]
    double farthest = 0;  ///< distance of any of them from the surface, at rest [m]
    int farthest_point = 0;
};
/// Moves points (3 x k, at rest) as the surface `at_rest` moves to the positions `shape` (3 x its
/// n_points): each goes with the nearest triangle, and turns with it as far as it is off it. A
/// triangle that has no area, at rest or in the shape, does not turn. All are [m].
TransferredShape transferred_shape(const SurfaceMesh& at_rest, const Points& shape,
                                   const Points& points);

}  // namespace sinew
