#include <catch2/catch.hpp>
#include <cmath>
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
        const double expected = large * std::stod(force) / 100;
        const double rounding = 2e-16 / expected;  // of positions of 1 m
        CHECK(tip(force) == Approx(expected).epsilon(1e-5 + rounding));
    }
}

TEST_CASE("static: what only friction holds in the end goes on from any checkpoint, bit by bit") {
    // Let go at 0.5 s, on a floor that carries its weight: then it creeps in stick.
    const sinew::testing::SmallRun run("slab", R"(sinew: 1
time: {end: 1.25 s, step: 0.25 s}
scene:
  - node: world
    couplings: [{type: contact, thickness: 2 mm, friction: 0.5, obstacles: [{plane: {}}]}]
    solver: {type: static}
    outputs: [{type: checkpoint, keep: 6}]
    children:
      - node: slab
        transform: {translate: [0, 0, 1.95 mm]}
        mesh: {type: box, size: [0.4, 0.4, 0.1], cells: [3, 3, 2], element: hex8}
        material: {type: neo_hookean, young: 1 MPa, poisson: 0.3, density: 1000}
        constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0.1}},
                       axes: [x, y], until: 0.5 s}]
        loads: [{type: gravity, acceleration: [1, 0, -10]}]
        outputs: [{type: probe, at: [0.2, 0.2, 0], name: sole}]
)");
    REQUIRE(run.run() == 0);
    const auto rows = run.table("out/slab-sole.csv");
    // mu phi(s) = 0.1 at s = 1 - sqrt(0.8), of the stick speed of 1 mm/s.
    const double creep = (rows[5][1] - rows[4][1]) / 0.25;
    CHECK(creep == Approx(1e-3 * (1 - std::sqrt(0.8))).epsilon(0.03));
    for (const std::string begun : {"2", "3", "4"}) {
        CAPTURE(begun);
        REQUIRE(run.run("from" + begun, run / ("out/checkpoint-000" + begun + ".h5")) == 0);
        const std::string last = run.bytes("from" + begun + "/checkpoint-0005.h5");
        CHECK(!last.empty());
        CHECK((last == run.bytes("out/checkpoint-0005.h5")));
    }
}
