/// Refusal of bodies that do not begin inside a grid.
#pragma once

#include <optional>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/grid/grid.hpp>

namespace sinew {

/// Throws InputError, naming no place, if the body reaches out of the grid at its start; `flat`: an
/// axis along which it may.
void refuse_outside(const Grid& grid, const Body& body, std::optional<int> flat = {});

}  // namespace sinew
