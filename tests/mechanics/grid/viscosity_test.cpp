#include <catch2/catch.hpp>
#include <numbers>
#include <sinew/mechanics/grid/fluid.hpp>
#include <sinew/mechanics/grid/walls.hpp>

#include "grid_fields.hpp"

using namespace sinew;
using namespace sinew::test;
using std::numbers::pi;

namespace {

/// A layer between two walls across y, free along x and z.
Walls layer(const Eigen::Vector3d& upper = Eigen::Vector3d::Zero()) {
    Walls walls;
    walls[3].velocity = upper;
    walls[0].kind = walls[1].kind = WallKind::outflow;
    walls[4].kind = walls[5].kind = WallKind::free_slip;
    return walls;
}

}  // namespace

TEST_CASE("viscosity: a sine between two walls decays as backward Euler says") {
    const Index n = 16;
    const double h = 1 / double(n), mu = 0.3, rho = 2, dt = 0.05;
    const Grid grid{{0, 0, 0}, h, {4, n, 2}};
    const NodeConditions conditions = conditions_of(layer(), grid);
    VectorField v = field_of(
        grid, [](const Eigen::Vector3d& x) { return Eigen::Vector3d(std::sin(pi * x[1]), 0, 0); });
    conditions.impose(v);
    const VectorField before = v;
    Viscosity(grid, mu).step(uniform_masses(grid, rho), conditions, dt, v);
    const double lambda = 4 / (h * h) * std::pow(std::sin(pi * h / 2), 2);
    const Vector expected = before[0] / (1 + dt * mu / rho * lambda);
    CHECK((v[0] - expected).cwiseAbs().maxCoeff() < 1e-6);
    CHECK(v[1].norm() < 1e-12);
}

TEST_CASE("viscosity: between a wall at rest and one that moves, shear becomes even") {
    const Grid grid{{0, 0, 0}, 0.125, {4, 8, 2}};
    const NodeConditions conditions = conditions_of(layer({3, 0, 0}), grid);
    VectorField v(grid.nodes().size());
    conditions.impose(v);
    const Vector masses = uniform_masses(grid, 1);
    Viscosity viscosity(grid, 1);
    for (int s = 0; s < 20; ++s) viscosity.step(masses, conditions, 1, v);
    each_place(grid.nodes(), [&](Index node, const Eigen::Vector3d& x) {
        REQUIRE(v[0][node] == Approx(3 * x[1]).margin(1e-4));
    });
}
