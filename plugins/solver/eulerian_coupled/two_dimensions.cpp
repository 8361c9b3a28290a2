#include "two_dimensions.hpp"

#include <fmt/format.h>

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/load/uniform_load.hpp>

namespace sinew::eulerian {

std::optional<int> flat_axis(const Grid& grid) {
    for (int axis = 0; axis < 3; ++axis)
        if (grid.cells[std::size_t(axis)] == 1) return axis;
    return {};
}

namespace {

std::string moves_nothing(const std::string& what, int axis) {
    return fmt::format("{} acts along {}, where the grid has one cell, and moves nothing", what,
                       "xyz"[axis]);
}

}  // namespace

void warn_of_gravity(const Params& params, const Grid& grid, const BuildContext& context) {
    const std::optional<int> flat = flat_axis(grid);
    if (!flat) return;
    const bool is_buoyant =
        params.smoke &&
        (params.smoke->buoyancy.weight != 0 || params.smoke->buoyancy.expansion != 0) &&
        params.smoke->buoyancy.gravity[*flat] != 0;
    if (is_buoyant || params.fluid.gravity[*flat] != 0)
        context.warn(moves_nothing(is_buoyant ? "smoke.buoyancy.gravity" : "fluid.gravity", *flat),
                     "turn it into the plane: gravity: [0, -9.81, 0], say");
}

void warn_of_load(const UniformLoad& load, const Body& body, const Grid& grid, SceneGraph& graph) {
    const std::optional<int> flat = flat_axis(grid);
    if (!flat || load.intensity(body, 0)[*flat] == 0) return;
    graph.warn(Diagnostic::warning(moves_nothing("the load", *flat))
                   .remedy("turn it into the plane: acceleration: [0, -9.81, 0], say")
                   .at(load.provenance.where)
                   .on(load.provenance));
}

std::string remedy_of_no_unknown(const Grid& grid) {
    const std::optional<int> flat = flat_axis(grid);
    if (!flat) return "let walls be free_slip or open, or make the sources smaller";
    return fmt::format(
        "in two dimensions, let the sides that are one cell apart be symmetric: "
        "walls: {{{0}_min: symmetric, {0}_max: symmetric}}",
        "xyz"[*flat]);
}

}  // namespace sinew::eulerian
