/// Nearness of bodies on a grid, by their cells.
#pragma once

#include <sinew/mechanics/grid/grid.hpp>
#include <vector>

namespace sinew {

/// True if a body has cells within so many `cells` of another body's, or of a side of the grid that
/// is not passable. `bodies`: the numbers of the cells of each. Axes with one cell do not count.
bool are_near(const Grid& grid, const std::vector<std::vector<Index>>& bodies, int cells,
              const std::array<bool, 6>& passable);

}  // namespace sinew
