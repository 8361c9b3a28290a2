#include "refuse_outside.hpp"

#include <fmt/format.h>

#include <sinew/kernel/diagnostics/diagnostic.hpp>

namespace sinew {

void refuse_outside(const Grid& grid, const Body& body) {
    const Eigen::AlignedBox3d box = bounding_box(body.mesh.positions + body.initial_displacement);
    for (int axis = 0; axis < 3; ++axis) {
        const double low = grid.min[axis];
        const double high = low + grid.spacing * double(grid.cells[std::size_t(axis)]);
        const double slack = 1e-6 * grid.spacing;
        const bool is_flat = grid.cells[std::size_t(axis)] == 1;
        const double below = box.min()[axis] - low, above = high - box.max()[axis];
        if (below >= -slack && above >= -slack && (!is_flat || below + above <= 2 * slack))
            continue;
        const std::string reach = fmt::format(
            "{} reaches from {:.4g} to {:.4g} m along {}, and the grid{} from {:.4g} to {:.4g} m",
            body.path, box.min()[axis], box.max()[axis], "xyz"[axis],
            is_flat ? ", which has one cell there," : "", low, high);
        throw InputError(Diagnostic::error(reach).remedy(
            is_flat ? "make the body as thick as the grid, in the same place: in two dimensions "
                      "its mass is that of the thickness"
                    : "move the body, or give the grid a larger box"));
    }
}

}  // namespace sinew
