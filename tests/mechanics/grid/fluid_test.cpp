#include <omp.h>

#include <catch2/catch.hpp>
#include <numbers>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/grid/fluid.hpp>
#include <sinew/mechanics/grid/walls.hpp>

#include "grid_fields.hpp"

using namespace sinew;
using namespace sinew::test;
using std::numbers::pi;

namespace {

Eigen::Vector3d vortex(const Eigen::Vector3d& x) {
    return {std::sin(x[0]) * std::cos(x[1]), -std::cos(x[0]) * std::sin(x[1]), 0};
}

/// Taylor and Green's vortex between walls without friction, which keeps its shape and decays as
/// exp(-2 nu t): the largest error of a velocity at 1 s, n x n cells, in that many steps.
double error_of_vortex(Index n, int steps) {
    const double nu = 0.1;
    const Grid grid{{0, 0, 0}, pi / double(n), {n, n, 1}};
    FluidSettings settings;
    settings.viscosity = nu;
    settings.tolerance = 1e-3;
    Fluid fluid(grid, settings);
    Walls walls;
    for (Wall& wall : walls) wall.kind = WallKind::free_slip;
    fluid.set_conditions(conditions_of(walls, grid));
    fluid.set_velocity(field_of(grid, vortex));
    const VectorField none(grid.nodes().size());
    for (int s = 0; s < steps; ++s) {
        if (s > 0) fluid.advect(fluid.flow(), 1.0 / steps);
        fluid.project(none, 1.0 / steps);
    }
    double error = 0;
    each_place(grid.nodes(), [&](Index node, const Eigen::Vector3d& x) {
        const Eigen::Vector3d exact = std::exp(-2 * nu) * vortex(x);
        error = std::max(error, (fluid.velocity().at(node) - exact).cwiseAbs().maxCoeff());
    });
    return error;
}

/// A jet into a box, stepped on that many threads, from `restored` if given.
Archive jet(int n_threads, int first, int last, const Archive* restored = nullptr) {
    const int before = omp_get_max_threads();
    omp_set_num_threads(n_threads);
    const Grid grid{{0, 0, 0}, 0.0625, {16, 12, 14}};
    FluidSettings settings;
    settings.viscosity = 1e-3;
    settings.vorticity_confinement = 0.5;
    Fluid fluid(grid, settings);
    Walls walls;
    walls[0] = {WallKind::inflow, {1, 0, 0}};
    walls[1].kind = WallKind::outflow;
    fluid.set_conditions(conditions_of(walls, grid));
    fluid.set_velocity(VectorField(grid.nodes().size()));
    if (restored) fluid.restore(*restored, "fluid");
    const VectorField weight = field_of(
        grid, [](const Eigen::Vector3d& x) { return Eigen::Vector3d(0, 0, x[0] > 0.5 ? -5 : 0); });
    for (int s = first; s < last; ++s) {
        fluid.project(weight, 0.05);
        fluid.advect(fluid.flow(), 0.05);
    }
    omp_set_num_threads(before);
    Archive archive;
    fluid.save(archive, "fluid");
    return archive;
}

}  // namespace

TEST_CASE("fluid: Taylor and Green's vortex, second order in space and first in time") {
    // Steps so short that the grid makes the error, then a grid so fine that steps do.
    const double coarse = error_of_vortex(12, 400), fine = error_of_vortex(24, 400);
    INFO("space: " << coarse << " " << fine);
    CHECK(coarse / fine > 3.4);
    const double long_steps = error_of_vortex(48, 10), short_steps = error_of_vortex(48, 20);
    INFO("time: " << long_steps << " " << short_steps);
    CHECK(long_steps / short_steps > 1.7);
    CHECK(long_steps / short_steps < 2.6);
}

TEST_CASE("fluid: the same bits on any number of threads, and when it goes on from a checkpoint") {
    const Archive whole = jet(1, 0, 6);
    CHECK(jet(2, 0, 6).entries() == whole.entries());
    const Archive half = jet(2, 0, 3);
    CHECK(jet(1, 3, 6, &half).entries() == whole.entries());
}

TEST_CASE("fluid: even weight is borne by pressure, and nothing moves") {
    const Grid grid{{0, 0, 0}, 0.1, {10, 10, 10}};
    FluidSettings settings;
    settings.density = 1000;
    settings.tolerance = 1e-9;
    Fluid fluid(grid, settings);
    fluid.set_conditions(conditions_of(Walls{}, grid));
    const VectorField weight =
        field_of(grid, [](const Eigen::Vector3d&) { return Eigen::Vector3d(0, 0, -10); });
    fluid.project(weight, 0.01);
    CHECK(fluid.largest_velocity() < 1e-9);
    // Hydrostatic: rho g h between two cells.
    const Vector pressure = fluid.pressure();
    const Lattice cells = grid.centres();
    CHECK(pressure[cells.at(5, 5, 4)] - pressure[cells.at(5, 5, 5)] ==
          Approx(1000 * 10 * 0.1).epsilon(1e-5));
    // Nothing says how large the pressure of a closed box is.
    CHECK(pressure.mean() == Approx(0).margin(1e-9));
}

TEST_CASE("fluid: pressures that do not come to their tolerance are reported") {
    const Grid grid{{0, 0, 0}, 0.1, {10, 10, 10}};
    FluidSettings settings;
    settings.tolerance = 1e-12;
    settings.max_iterations = 1;
    Fluid fluid(grid, settings);
    fluid.set_conditions(conditions_of(Walls{}, grid));
    const VectorField weight = field_of(
        grid, [](const Eigen::Vector3d& x) { return Eigen::Vector3d(0, 0, x[0] > 0.5 ? -10 : 0); });
    CHECK_THROWS_AS(fluid.project(weight, 0.01), ComputationError);
}

TEST_CASE("fluid: a velocity that is not a number is reported, whichever component it is") {
    const Grid grid{{0, 0, 0}, 0.1, {6, 6, 6}};
    for (int axis = 0; axis < 3; ++axis) {
        Fluid fluid(grid, {});
        fluid.set_conditions(conditions_of(Walls{}, grid));
        VectorField force(grid.nodes().size());
        force[axis][grid.nodes().at(3, 3, 3)] = std::nan("");
        CHECK(std::isnan(force.largest()));
        CHECK_THROWS_AS(fluid.project(force, 0.01), ComputationError);
    }
}
