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
