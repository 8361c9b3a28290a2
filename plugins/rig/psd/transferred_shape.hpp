/// Shapes of one surface, taken over to the points of another that is near it at rest.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>

namespace sinew {

/// Where `points` (3 x k, at rest) are when the surface, `at_rest`, has the positions `shape` (3 x
/// its n_points): each goes with the nearest triangle, and turns with it as far as it is off it. A
/// triangle that has no area, at rest or in the shape, does not turn. All are [m]; 3 x k.
Points transferred_shape(const SurfaceMesh& at_rest, const Points& shape, const Points& points);

}  // namespace sinew
