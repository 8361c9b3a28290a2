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

TEST_CASE("static: a load that is tiny beside the stiffness moves its body in proportion") {
    const auto tip = [](const std::string& force) {
        const sinew::testing::SmallRun run("cantilever", R"(sinew: 1
time: {end: 1 s, step: 1 s}
scene:
  - node: beam
    mesh: {type: box, size: [1, 0.1, 0.1], cells: [10, 2, 2], element: tet10}
    material: {type: neo_hookean, young: 210 GPa, poisson: 0.3}
    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]
    loads: [{type: point, at: [1, 0.05, 0.05], force: [0, 0, )" +
                                                             force + R"(]}]
    outputs: [{type: probe, at: [1, 0.05, 0.05], name: tip}]
    solver: {type: static}
)");
        REQUIRE(run.run() == 0);
        return run.table("out/cantilever-tip.csv").back().back();
    };
    const double large = tip("100"), timoshenko = 100 / (3 * 210e9 * 1e-4 / 12);
    CHECK(large == Approx(timoshenko).epsilon(0.05));
    for (const std::string force : {"1", "0.01", "1e-4"}) {
        CAPTURE(force);
        CHECK(tip(force) == Approx(large * std::stod(force) / 100).epsilon(1e-5));
    }
}
