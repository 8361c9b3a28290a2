#include <catch2/catch.hpp>
#include <sinew/mechanics/grid/vorticity_confinement.hpp>

#include "grid_fields.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("vorticity: the curl of a turn is twice its rate, on the sides too") {
    const Grid grid{{-1, 0, 1}, 0.25, {5, 4, 3}};
    const Eigen::Vector3d rate(1, -2, 0.5);
    const VectorField v = field_of(grid, [&](const Eigen::Vector3d& x) {
        return Eigen::Vector3d(rate.cross(x) + Eigen::Vector3d(3, 1, 2));
    });
    const VectorField omega = curl(v, grid);
    for (Index node = 0; node < v.size(); ++node)
        REQUIRE((omega.at(node) - 2 * rate).norm() < 1e-12);
    // Without a direction to a vortex there is no force.
    VectorField same = v;
    add_vorticity_confinement(grid, 1, 0.1, same);
    CHECK(same[0] == v[0]);
}

TEST_CASE("vorticity confinement: speeds a vortex up about its axis, by epsilon h dt |omega|") {
    const Grid grid{{-1, -1, 0}, 0.0625, {32, 32, 1}};
    const auto speed = [](double r) { return r * std::exp(-r * r / 0.1); };
    const VectorField before = field_of(grid, [&](const Eigen::Vector3d& x) {
        const double r = std::hypot(x[0], x[1]);
        return Eigen::Vector3d(-x[1] / (r + 1e-12) * speed(r), x[0] / (r + 1e-12) * speed(r), 0);
    });
    VectorField after = before;
    add_vorticity_confinement(grid, 0.5, 0.01, after);
    const Lattice nodes = grid.nodes();
    const Index node = nodes.at(19, 16, 0);  // beside the axis, along x
    const Eigen::Vector3d change = after.at(node) - before.at(node);
    const double omega = curl(before, grid).at(node).z();
    // N points to the axis, so that N x omega goes around it as the vortex does.
    CHECK(change.y() == Approx(0.5 * 0.0625 * 0.01 * omega));
    CHECK(std::abs(change.x()) < 1e-12);
}
