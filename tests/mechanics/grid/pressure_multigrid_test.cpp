#include <catch2/catch.hpp>
#include <sinew/mechanics/grid/fluid.hpp>
#include <sinew/mechanics/grid/pressure_multigrid.hpp>
#include <sinew/mechanics/grid/walls.hpp>

#include "grid_fields.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// A ball of fluid that falls in a box with no slip.
int iterations(Index n, PressureMethod method, double tolerance) {
    const Grid grid{{0, 0, 0}, 1 / double(n), {n, n, n}};
    PressureProjection projection(grid, method, tolerance, 1000);
    const NodeConditions conditions = conditions_of(Walls{}, grid);
    projection.set(uniform_masses(grid, 1), conditions);
    VectorField v = field_of(grid, [](const Eigen::Vector3d& x) {
        const bool is_ball = (x - Eigen::Vector3d(0.4, 0.5, 0.6)).norm() < 0.2;
        return is_ball ? Eigen::Vector3d(0, 0, -1)
                       : Eigen::Vector3d(std::sin(7 * x[0]) * x[1], x[2] * x[0], 0);
    });
    conditions.impose(v);
    const auto outcome = projection.project(v);
    CHECK(outcome.converged);
    return outcome.iterations;
}

}  // namespace

TEST_CASE("pressure multigrid: symmetric and definite, with walls and masses of all sorts") {
    for (const std::array<Index, 3> cells : {std::array<Index, 3>{9, 7, 6}, {16, 11, 1}}) {
        const Grid grid{{0, 0, 0}, 0.5, cells};
        Walls walls;
        walls[1].kind = WallKind::outflow;
        walls[4].kind = walls[5].kind = WallKind::free_slip;
        PressureOperator pressure(grid);
        pressure.set_masses(random_masses(grid), conditions_of(walls, grid));
        for (const bool corrects_oscillations : {false, true}) {
            PressureMultigrid multigrid(corrects_oscillations);
            multigrid.prepare(pressure);
            const Vector a = random_numbers(pressure.size()),
                         b = random_numbers(pressure.size(), 2);
            Vector Pa, Pb;
            multigrid.apply(a, Pa);
            multigrid.apply(b, Pb);
            CHECK(b.dot(Pa) == Approx(a.dot(Pb)).epsilon(1e-5));
            CHECK(a.dot(Pa) > 0);
            CHECK(b.dot(Pb) > 0);
        }
    }
}

TEST_CASE("pressure multigrid: cells that are left out cost few iterations") {
    const Grid grid{{0, 0, 0}, 1 / 32.0, {32, 32, 32}};
    const NodeConditions conditions = conditions_of(Walls{}, grid);
    const auto needed = [&](double radius, PressureMethod method) {
        std::vector<std::uint8_t> constrained;
        each_place(grid.centres(), [&](Index, const Eigen::Vector3d& x) {
            constrained.push_back((x - Eigen::Vector3d(0.4, 0.5, 0.6)).norm() > radius);
        });
        PressureProjection projection(grid, method, 1e-3, 1000);
        projection.set(uniform_masses(grid, 1), conditions);
        projection.set_masses(uniform_masses(grid, 1), conditions, constrained);
        VectorField v = field_of(grid, [](const Eigen::Vector3d& x) {
            return Eigen::Vector3d(std::sin(7 * x[0]) * x[1], x[2] * x[0], x[1]);
        });
        conditions.impose(v);
        const auto outcome = projection.project(v);
        CHECK(outcome.converged);
        return outcome.iterations;
    };
    const int some = needed(0.2, PressureMethod::multigrid);
    CHECK(some <= needed(0, PressureMethod::multigrid) + 6);
    CHECK(needed(0.2, PressureMethod::jacobi) > 4 * some);
}

TEST_CASE("pressure multigrid: as many iterations on fine grids as on coarse ones") {
    const int coarse = iterations(16, PressureMethod::multigrid, 0.02);
    const int fine = iterations(48, PressureMethod::multigrid, 0.02);
    CHECK(fine <= coarse + 2);
    CHECK(fine <= 4);
    CHECK(iterations(48, PressureMethod::jacobi, 0.02) > 10 * fine);
    // What J' hardly sees has corrections of its own where more than a rough answer is asked for.
    const int coarse_to_more = iterations(16, PressureMethod::multigrid, 1e-4);
    const int fine_to_more = iterations(48, PressureMethod::multigrid, 1e-4);
    CHECK(fine_to_more <= coarse_to_more + 4);
    CHECK(fine_to_more <= 14);
}
