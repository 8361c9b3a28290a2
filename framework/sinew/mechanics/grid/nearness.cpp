#include "nearness.hpp"

#include <algorithm>

namespace sinew {

bool are_near(const Grid& grid, const std::vector<std::vector<Index>>& bodies, int cells,
              const std::array<bool, 6>& passable) {
    const Lattice centres = grid.centres();
    // The body of each cell, if there are several.
    std::vector<std::int16_t> owner(
        bodies.size() > 1 ? std::size_t(centres.size()) : std::size_t(0), -1);
    const auto is_near_another = [&](const std::array<Index, 3>& at, std::size_t body) {
        std::array<Index, 3> low, high;
        for (std::size_t a = 0; a < 3; ++a) {
            low[a] = std::max<Index>(at[a] - cells, 0);
            high[a] = std::min(at[a] + cells, centres.count[a] - 1);
        }
        for (Index k = low[2]; k <= high[2]; ++k)
            for (Index j = low[1]; j <= high[1]; ++j)
                for (Index i = low[0]; i <= high[0]; ++i) {
                    const std::int16_t other = owner[std::size_t(centres.at(i, j, k))];
                    if (other >= 0 && std::size_t(other) != body) return true;
                }
        return false;
    };
    for (std::size_t body = 0; body < bodies.size(); ++body) {
        for (const Index cell : bodies[body]) {
            const std::array<Index, 3> at = centres.indices(cell);
            for (std::size_t a = 0; a < 3; ++a) {
                if (grid.cells[a] == 1) continue;
                if ((!passable[2 * a] && at[a] < cells) ||
                    (!passable[2 * a + 1] && grid.cells[a] - 1 - at[a] < cells))
                    return true;
            }
            if (!owner.empty() && is_near_another(at, body)) return true;
        }
        if (owner.empty()) continue;
        for (const Index cell : bodies[body]) owner[std::size_t(cell)] = std::int16_t(body);
    }
    return false;
}

}  // namespace sinew
