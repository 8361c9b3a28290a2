#include "bars.hpp"

#include <fmt/format.h>

namespace sinew::bench {

std::string bar_mesh(const std::array<int, 3>& cells) {
    constexpr double edge = 0.05;
    return fmt::format(
        "mesh: {{type: box, size: [{}, {}, {}], cells: [{}, {}, {}], element: tet4}}\n",
        edge * cells[0], edge * cells[1], edge * cells[2], cells[0], cells[1], cells[2]);
}

}  // namespace sinew::bench
