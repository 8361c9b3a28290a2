#include <catch2/catch.hpp>

#include "plugins/output/output_run.hpp"

using sinew::testing::OutputRun;

TEST_CASE("output/probe: a point of a freely falling body follows z = -g t^2 / 2") {
    const OutputRun scene(
        "[{type: probe, at: [0.3, 0.2, 0.1], quantities: [displacement, velocity]}]");
    REQUIRE(scene.run() == 0);
    const auto rows = scene.table("out/fall-block-probe.csv");
    REQUIRE(rows.size() == 21);
    for (const auto& row : rows) {
        const double t = row[0];
        CHECK(row[3] == Approx(-5 * t * t).margin(1e-9));
        CHECK(row[6] == Approx(-10 * t).margin(1e-8));
        CHECK(std::abs(row[1]) < 1e-9);
    }
    CHECK(scene.bytes("out/fall-block-probe.csv")
              .starts_with("time [s],displacement_x [m],displacement_y [m],displacement_z [m],"
                           "velocity_x [m/s],"));
}

TEST_CASE("output/probe: a place outside the body and a node that is not there are refused") {
    CHECK(OutputRun("[{type: probe, at: [3, 0, 0]}]").run() == 2);
    const OutputRun scene("[{type: probe, nodes: [1000]}]");
    REQUIRE(scene.run() == 2);
    CHECK_THAT(scene.bytes("out/run.json"),
               Catch::Contains("the probe asks for node 1000; the body has 27 nodes"));
}

TEST_CASE(
    "output/probe: outputs of one scene get names of their own, and two given names may not be the "
    "same") {
    const OutputRun scene("[{type: probe, nodes: [0]}, {type: probe, nodes: [1]}]");
    REQUIRE(scene.run() == 0);
    CHECK(scene.table("out/fall-block-probe.csv").size() == 21);
    CHECK(scene.table("out/fall-block-probe-2.csv").size() == 21);
    const OutputRun twice(
        "[{type: probe, nodes: [0], name: a}, {type: probe, nodes: [1], name: a}]");
    REQUIRE(twice.run() == 2);
    CHECK_THAT(twice.bytes("out/run.json"),
               Catch::Contains("two outputs of this scene are named 'a'"));
}

namespace {

/// A bar that is pulled to a stretch of 1.1 in steps: stress and strain are the same everywhere.
sinew::testing::SmallRun pulled_bar(const std::string& probe) {
    return {"pull",
            "sinew: 1\n"
            "time: {end: 1 s, step: 0.5 s}\n"
            "scene:\n"
            "  - node: bar\n"
            "    mesh: {type: box, size: [1, 1, 1], cells: [2, 2, 2], element: tet10}\n"
            "    material: {type: neo_hookean, young: 1 kPa, poisson: 0}\n"
            "    constraints:\n"
            "      - {type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}\n"
            "      - {type: prescribed, where: {plane: {normal: [1, 0, 0], offset: 1}}, "
            "displacement: {expr: [\"0.1*t\", \"0\", \"0\"]}}\n"
            "    solver: {type: static, newton: {tolerance: 1e-12}}\n"
            "    outputs: [{type: probe, " +
                probe + "}]\n"};
}

}  // namespace

TEST_CASE(
    "output/probe: stresses and strains at points, nodes, regions, elements and their points") {
    const auto scene = pulled_bar(
        "at: [0.3, 0.2, 0.1], nodes: [4], where: {half_space: {normal: [1, 0, 0], offset: 0.5}}, "
        "elements: [3], quantities: [cauchy_stress, logarithmic_strain]");
    REQUIRE(scene.run() == 0);
    const auto rows = scene.table("out/pull-bar-probe.csv");
    // With nu = 0 only the pull's own axis strains: sigma = mu (l^2 - 1) / l.
    const double stretch = 1.1, mu = 500, sigma = mu * (stretch * stretch - 1) / stretch;
    REQUIRE(rows.back().size() == 1 + 12 * (3 + 1 + 4));
    for (std::size_t place = 0; place < 3; ++place) {
        CHECK(rows.back()[1 + 12 * place] == Approx(sigma).epsilon(1e-9));
        CHECK(std::abs(rows.back()[2 + 12 * place]) < 1e-9 * sigma);
        CHECK(rows.back()[7 + 12 * place] == Approx(std::log(stretch)).epsilon(1e-9));
    }
    for (std::size_t k = 0; k < 5; ++k) {
        CHECK(rows.back()[37 + 6 * k] == Approx(sigma).epsilon(1e-9));
        CHECK(rows.back()[67 + 6 * k] == Approx(std::log(stretch)).epsilon(1e-9));
    }
    const std::string text = scene.bytes("out/pull-bar-probe.csv");
    for (const char* column :
         {",cauchy_stress_xx [Pa],", ",logarithmic_strain_xy,", ",node 4 cauchy_stress_xx [Pa],",
          ",region cauchy_stress_xx [Pa],", ",element 3 mean_cauchy_stress_xx [Pa],",
          ",element 3 point 3 logarithmic_strain_xz\n"})
        CHECK_THAT(text, Catch::Contains(column));
}

TEST_CASE("output/probe: an element has no motion, and must be there") {
    const auto moving = pulled_bar("elements: [0], quantities: [displacement]");
    REQUIRE(moving.run() == 2);
    CHECK_THAT(moving.bytes("out/run.json"),
               Catch::Contains("an element has stresses and strains, but no displacement"));
    const auto missing = pulled_bar("elements: [4000], quantities: [cauchy_stress]");
    REQUIRE(missing.run() == 2);
    CHECK_THAT(missing.bytes("out/run.json"), Catch::Contains("the probe asks for element 4000"));
    const auto misspelt = pulled_bar("nodes: [0], quantities: [cauchy_strain]");
    REQUIRE(misspelt.run() == 2);
    CHECK_THAT(misspelt.bytes("out/run.json"), Catch::Contains("did you mean 'cauchy_stress'?"));
}
