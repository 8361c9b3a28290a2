#include <catch2/catch.hpp>
#include <cmath>

#include "plugins/output/output_run.hpp"

using sinew::testing::SmallRun;

namespace {

SmallRun arm(const std::string& output) {
    return {
        "arm",
        "sinew: 1\n"
        "time: {end: 1 s, step: 0.5 s}\n"
        "scene:\n"
        "  - node: arm\n"
        "    transform: {translate: [0, 0, 2]}\n"
        "    rig:\n"
        "      type: skeleton\n"
        "      joints:\n"
        "        - {name: upper, at: [0, 0, 0], radius: 0.12}\n"
        "        - {name: lower, parent: upper, at: [1, 0, 0], radius: 0.12, keyframes: [{time: "
        "0 s}, {time: 1 s, turn: {axis: [0, 0, 1], angle: 90 deg}}]}\n"
        "        - {name: hand, parent: lower, at: [2, 0, 0], tail: [3, 0, 0], radius: 0.12}\n"
        "    mesh: {type: box, size: [3, 0.2, 0.2], origin: [0, -0.1, -0.1], cells: [6, 2, 2], "
        "element: hex8}\n"
        "    weights: {type: closest_bone}\n"
        "    material: {type: corotational, young: 1 kPa, poisson: 0.3}\n"
        "    constraints: [{type: attach}]\n"
        "    solver: {type: static}\n"
        "    outputs: [" +
            output + "]\n"};
}

}  // namespace

TEST_CASE("output/joints: a bone turns about its joint and carries the next") {
    const auto scene = arm("{type: joints}");
    REQUIRE(scene.run() == 0);
    CHECK(scene.bytes("out/arm-arm-joints.csv")
              .starts_with("time [s],upper_x [m],upper_y [m],upper_z [m],upper_q_w,"));
    const auto rows = scene.table("out/arm-arm-joints.csv");
    REQUIRE(rows.size() == 3);
    for (const auto& row : rows) {
        const double angle = row[0] * std::acos(0.0);
        const std::vector<double> expected{row[0],
                                           0,
                                           0,
                                           2,
                                           1,
                                           0,
                                           0,
                                           0,
                                           1,
                                           0,
                                           2,
                                           std::cos(angle / 2),
                                           0,
                                           0,
                                           std::sin(angle / 2),
                                           1 + std::cos(angle),
                                           std::sin(angle),
                                           2,
                                           std::cos(angle / 2),
                                           0,
                                           0,
                                           std::sin(angle / 2)};
        REQUIRE(row.size() == expected.size());
        for (std::size_t k = 0; k < row.size(); ++k)
            CHECK(row[k] == Approx(expected[k]).margin(1e-12));
    }
}

TEST_CASE("output/joints: chosen bones in the order asked for; others are reported") {
    const auto scene = arm("{type: joints, bones: [hand, upper]}");
    REQUIRE(scene.run() == 0);
    const auto rows = scene.table("out/arm-arm-joints.csv");
    REQUIRE(rows.back().size() == 15);
    CHECK(rows.back()[2] == Approx(1));
    CHECK(rows.back()[9] == 0);
    const auto wrong = arm("{type: joints, bones: [hnad]}");
    CHECK(wrong.run() != 0);
}
