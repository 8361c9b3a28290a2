/// The flux that prescribed velocities leave in closed regions of a grid.
#pragma once

#include <optional>
#include <sinew/mechanics/grid/node_conditions.hpp>

namespace sinew {

/// More enters a region than leaves it, or less.
struct NetFlux {
    double flux = 0;           ///< out of the region [m^3/s]
    Eigen::Vector3d position;  ///< in the cell where most of it is [m]
};

/// True if a node on a side of the grid leaves the component across it free.
bool has_open_side(const Grid& grid, const NodeConditions& conditions);

/// A region, of cells that share free nodes, whose volume the conditions would change although
/// none of its free nodes lies on a side that is open; nothing if there is none. Cells without a
/// free node are regions of their own.
std::optional<NetFlux> unbalanced_region(const Grid& grid, const NodeConditions& conditions);

}  // namespace sinew
