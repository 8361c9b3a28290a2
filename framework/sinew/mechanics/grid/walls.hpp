/// The six sides of a grid and what happens there.
#pragma once

#include <sinew/mechanics/grid/node_conditions.hpp>

namespace sinew {

/// `no_slip`: the fluid moves as the wall does. `free_slip`: nothing passes the wall, nothing
/// resists along it. `symmetric`: the same, of a plane of symmetry. `inflow`: the fluid enters as
/// prescribed. `outflow`: pressure zero outside.
enum class WallKind { no_slip, free_slip, symmetric, inflow, outflow };

/// One side of the grid.
struct Wall {
    WallKind kind = WallKind::no_slip;
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< of a no_slip wall, or of inflow [m/s]
};

/// Sides in the order x_min, x_max, y_min, y_max, z_min, z_max.
using Walls = std::array<Wall, 6>;

/// Conditions by the walls at the nodes. Where sides meet, a wall at rest wins over one that
/// moves, and walls over inflow. A wall that moves has half its velocity at the nodes next to those
/// at rest: a driven lid that began with all of it would give the cells at its ends a flux along
/// (-1)^(i+j), which no pressure can take up, and velocities would oscillate everywhere.
NodeConditions conditions_of(const Walls& walls, const Grid& grid);

}  // namespace sinew
