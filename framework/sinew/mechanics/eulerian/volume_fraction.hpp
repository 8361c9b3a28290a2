/// The part of a cell that a surface leaves inside.
#pragma once

#include <array>

namespace sinew {

/// Volume of the part of a cubic cell where a distance is negative, over the cell's, from the
/// distances at its corners (bit a of a corner's number: its side along axis a) and trilinear
/// between. Along a plane square to an axis it is exact, and continuous in the distances but for a
/// surface that touches no corner.
double volume_fraction(const std::array<double, 8>& distances);

}  // namespace sinew
