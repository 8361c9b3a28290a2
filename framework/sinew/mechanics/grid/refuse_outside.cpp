#include "refuse_outside.hpp"

#include <fmt/format.h>

#include <sinew/kernel/diagnostics/diagnostic.hpp>

namespace sinew {

void refuse_outside(const Grid& grid, const Body& body, std::optional<int> flat) {
    const Eigen::AlignedBox3d box = bounding_box(body.mesh.positions + body.initial_displacement);
    for (int axis = 0; axis < 3; ++axis) {
        if (axis == flat) continue;
        const double low = grid.min[axis];
        const double high = low + grid.spacing * double(grid.cells[std::size_t(axis)]);
        const double slack = 1e-9 * (high - low);
        if (box.min()[axis] < low - slack || box.max()[axis] > high + slack)
            throw InputError(
                Diagnostic::error(fmt::format("{} reaches from {:.4g} to {:.4g} m along {}, and "
                                              "the grid from {:.4g} to {:.4g} m",
                                              body.path, box.min()[axis], box.max()[axis],
                                              "xyz"[axis], low, high))
                    .remedy("move the body, or give the grid a larger box"));
    }
}

}  // namespace sinew
