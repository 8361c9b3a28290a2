/// Refusal of bodies that do not begin inside a grid.
#pragma once

#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/grid/grid.hpp>

namespace sinew {

/// Throws InputError, naming no place, if the body reaches out of the grid at its start, or is not
/// as thick as the grid along an axis with one cell.
void refuse_outside(const Grid& grid, const Body& body);

}  // namespace sinew
