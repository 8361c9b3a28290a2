/// Areas of a surface around its points.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

namespace sinew {

/// A third of the triangles around each point [m^2].
std::vector<double> point_areas(const SurfaceMesh& surface);

}  // namespace sinew
