/// The camera: the direction and distance of the view.
#pragma once

#include <array>
#include <string>
#include <vector>

class vtkCamera;

namespace sinew::results {

using Vec = std::array<double, 3>;
/// xmin xmax ymin ymax zmin zmax, as VTK has them.
using Bounds = std::array<double, 6>;

std::vector<std::string> view_names();

/// The direction from the picture to the eye: of a preset, or "x,y,z". Throws InputError naming the
/// presets.
Vec view_direction(const std::string& view);

/// Looks along the direction at the middle of the bounds, from as near as shows all of them. z is
/// up, or y where one looks along z.
void aim(vtkCamera& camera, const Vec& direction, const Bounds& bounds, double aspect);

}  // namespace sinew::results
