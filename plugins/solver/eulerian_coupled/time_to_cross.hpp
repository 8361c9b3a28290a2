/// The substep in which something on a grid crosses a distance.
#pragma once

#include <cmath>
#include <limits>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

namespace sinew::eulerian {

/// The dt [s] in which what has a velocity v [m/s], and a [m/s^2] added in the substep, crosses a
/// distance [m]: v dt + a dt^2 = distance, in the form that does not cancel; endless at rest.
/// Throws ComputationError if v or a is not finite.
inline double time_to_cross(double distance, double v, double a) {
    if (!std::isfinite(v) || !std::isfinite(a))
        throw ComputationError("a velocity on the grid, or a buoyancy, is not a number",
                               "look at what the scene prescribes, or take a smaller "
                               "substeps.cfl");
    const double speed = v + std::sqrt(v * v + 4 * a * distance);
    return speed > 0 ? 2 * distance / speed : std::numeric_limits<double>::infinity();
}

}  // namespace sinew::eulerian
