/// Areas of the skin at rest.
#pragma once

#include <sinew/mechanics/body/body.hpp>
#include <vector>

namespace sinew {

/// Area of each triangle of a body's skin at rest [m^2].
std::vector<double> triangle_areas(const Body& body);

/// Share of each skin node in the area of the rest skin (a third of its triangles), in the order of
/// Boundary::nodes [m^2].
std::vector<double> skin_areas(const Body& body);

}  // namespace sinew
