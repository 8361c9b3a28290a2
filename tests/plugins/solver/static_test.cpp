#include <catch2/catch.hpp>
#include <support/small_run.hpp>

TEST_CASE("static: a column of a linear law shortens by rho g L^2 / 2E under its weight") {
    const sinew::testing::SmallRun run("column", R"(sinew: 1
time: {end: 1 s, step: 1 s}
scene:
  - node: column
    mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 4], element: hex8}
    material: {type: linear, young: 1 MPa, poisson: 0, density: 1000}
    constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}}]
    loads: [{type: gravity, acceleration: [0, 0, -10]}]
    solver: {type: static}
    outputs: [{type: probe, name: top, at: [0.5, 0.5, 1]}]
)");
    REQUIRE(run.run() == 0);
    CHECK(run.table("out/column-top.csv").back().at(3) == Approx(-0.005).epsilon(1e-6));
}
