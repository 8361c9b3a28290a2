#include <catch2/catch.hpp>

#include "plugins/output/output_run.hpp"

using sinew::testing::OutputRun;
using sinew::testing::SmallRun;

TEST_CASE("output/energy: a freely falling body gains p = -m g t and keeps its energy") {
    const OutputRun scene("[{type: energy}]");
    REQUIRE(scene.run() == 0);
    const auto rows = scene.table("out/fall-block-energy.csv");
    REQUIRE(rows.size() == 21);
    const double total = rows.front()[5];
    for (const auto& row : rows) {
        const double t = row[0];
        CHECK(row[8] == Approx(-1e4 * t).margin(1e-5));
        CHECK(row[1] == Approx(0.5e5 * t * t).margin(1e-5));
        CHECK(row[5] == Approx(total).margin(1e-5));
    }
}

TEST_CASE("output/energy: a spinning cube has L = m a^2 w / 6 about its centre, and keeps it") {
    const SmallRun scene(
        "spin",
        "sinew: 1\ntime: {end: 0.1 s, step: 0.01 s}\nscene:\n  - node: cube\n"
        "    transform: {translate: [-0.5, -0.5, -0.5]}\n"
        "    mesh: {type: box, size: [1, 1, 1], cells: [2, 2, 2], element: tet10}\n"
        "    material: {type: neo_hookean, young: 1 MPa, poisson: 0.3, density: 1200}\n"
        "    initial: {angular_velocity: [0, 0, 3]}\n"
        "    solver: {type: implicit_newmark}\n"
        "    outputs: [{type: energy}]\n");
    REQUIRE(scene.run() == 0);
    const auto rows = scene.table("out/spin-cube-energy.csv");
    REQUIRE(rows.size() == 11);
    CHECK(rows.front()[1] == Approx(0.5 * 1200.0 / 6 * 9));
    for (const auto& row : rows) {
        CHECK(row[11] == Approx(1200.0 / 6 * 3).epsilon(1e-3));
        CHECK(std::abs(row[9]) + std::abs(row[10]) < 1e-3);
        for (int axis = 6; axis < 9; ++axis) CHECK(std::abs(row[axis]) < 1e-6);
    }
}
