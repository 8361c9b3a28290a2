/// The part of a cell that a surface leaves inside.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace sinew {

/// Volume of the part of a cubic cell where a distance is negative, over the cell's. `corners`: the
/// distances at its corners (bit a of a corner's number: its side along axis a), by which a part
/// of the cell counts as wholly inside or outside; at(a, b, c): the distance at a point of the unit
/// cell, asked at 64 points. Exact for planes square to an axis, and continuous in the distances.
template <class At>
double volume_fraction(const std::array<double, 8>& corners, At&& at) {
    constexpr int n_parts = 4;
    // Half of the range of distances in a part, if they were linear in the cell.
    double reach = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double slope = 0;
        for (std::size_t corner = 0; corner < 8; ++corner)
            slope += corner >> axis & 1 ? corners[corner] / 4 : -corners[corner] / 4;
        reach += std::abs(slope) / (2 * n_parts);
    }
    double sum = 0;
    for (int k = 0; k < n_parts; ++k)
        for (int j = 0; j < n_parts; ++j)
            for (int i = 0; i < n_parts; ++i) {
                const double distance =
                    at((i + 0.5) / n_parts, (j + 0.5) / n_parts, (k + 0.5) / n_parts);
                if (reach > 0)
                    sum += std::clamp(0.5 - distance / (2 * reach), 0.0, 1.0);
                else
                    sum += distance < 0 ? 1 : 0;
            }
    return sum / (n_parts * n_parts * n_parts);
}

}  // namespace sinew
