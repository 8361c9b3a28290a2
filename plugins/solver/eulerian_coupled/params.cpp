#include "params.hpp"

#include <fmt/format.h>

#include <sinew/kernel/diagnostics/memory.hpp>
#include <sinew/kernel/graph/build_context.hpp>

namespace sinew::eulerian {

FluidSettings fluid_settings(const Params& params) {
    FluidSettings settings;
    settings.density = params.fluid.density;
    settings.viscosity = params.fluid.viscosity;
    settings.vorticity_confinement = params.fluid.vorticity_confinement;
    settings.advection = params.fluid.advection;
    settings.method = params.pressure.method;
    settings.projection = params.pressure.projection;
    settings.incompressible = params.pressure.incompressible;
    settings.tolerance = params.pressure.tolerance;
    settings.max_iterations = params.pressure.max_iterations;
    return settings;
}

void refuse_too_large(double cells, double solid_cells, bool is_viscous,
                      const BuildContext& context) {
    // Fields of a fluid, its smoke, and the work space of multigrid and advection.
    constexpr double bytes_a_cell = 550;
    // Stiffness, as blocks of cells and of nodes, and the hierarchy that solves with it.
    constexpr double bytes_a_solid_cell = 8000;
    // With both, velocities of the fluid are among the unknowns.
    constexpr double bytes_a_viscous_cell = 1000;
    constexpr double gigabyte = 1e9;
    const double bytes = (bytes_a_cell + (is_viscous ? bytes_a_viscous_cell : 0)) * cells +
                         bytes_a_solid_cell * solid_cells;
    if (bytes > double(memory_of_machine()))
        context.fail(context.at("grid.cells"),
                     fmt::format("the grid{} would take about {:.0f} GB, and there are {:.0f}",
                                 solid_cells > 0 ? " and its solids" : "", bytes / gigabyte,
                                 double(memory_of_machine()) / gigabyte),
                     "take larger cells, or a smaller box");
}

Grid grid_of(const GridParams& params, BuildContext& context) {
    const Eigen::Vector3d size = params.max - params.min;
    if (!(size.minCoeff() > 0))
        context.fail(context.at("grid.max"), "the grid has no extent along every axis",
                     "let each number of `max` be larger than that of `min`");
    const Eigen::Array3d edges = size.array() / params.cells.cast<double>().array();
    if (edges.maxCoeff() - edges.minCoeff() > 1e-6 * edges.maxCoeff()) {
        const double edge = edges.minCoeff();
        const Eigen::Array3d fit = (size.array() / edge).round().max(1.0);
        const Eigen::Vector3d max = params.min + edge * fit.matrix();
        context.fail(context.at("grid.cells"),
                     fmt::format("cells are no cubes: their edges are {:.6g}, {:.6g} and "
                                 "{:.6g} m",
                                 edges[0], edges[1], edges[2]),
                     fmt::format("take cells: [{}, {}, {}] and max: [{:.6g}, {:.6g}, {:.6g}]",
                                 fit[0], fit[1], fit[2], max[0], max[1], max[2]));
    }
    if ((params.cells.array() < 4).count() > 1)
        context.fail(context.at("grid.cells"), "fewer than four cells along two axes",
                     "two dimensions have one cell along the third axis; take more elsewhere");
    refuse_too_large(params.cells.cast<double>().prod(), 0, false, context);
    Grid grid;
    grid.min = params.min;
    grid.spacing = edges[0];
    for (int axis = 0; axis < 3; ++axis) grid.cells[std::size_t(axis)] = params.cells[axis];
    return grid;
}

}  // namespace sinew::eulerian
