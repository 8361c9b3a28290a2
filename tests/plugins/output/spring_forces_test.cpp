#include <catch2/catch.hpp>
#include <cmath>

#include "plugins/output/output_run.hpp"

using sinew::testing::SmallRun;

namespace {

SmallRun block(const std::string& parts, const std::string& reduction = "") {
    return {"pull",
            "sinew: 1\n"
            "time: {end: 1 s, step: 0.25 s}\n"
            "scene:\n"
            "  - node: block\n"
            "    mesh: {type: box, size: [1, 1, 1], cells: [2, 2, 2], element: hex8}\n"
            "    material: {type: neo_hookean, young: 1 kPa, poisson: 0.3}\n"
            "    constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: "
            "0}}}]\n"
            "    solver: {type: static, newton: {tolerance: 1e-11}}\n"
            "    outputs: [{type: spring_forces}, {type: probe, where: {plane: {normal: "
            "[0, 0, 1], offset: 0}}, quantities: [reaction]}]\n" +
                reduction + parts};
}

const std::string pull =
    "    loads:\n"
    "    - {type: gravity, acceleration: [0, 0, 0]}\n"
    "    - {type: pull, where: {plane: {normal: [0, 0, 1], offset: 1}}, stiffness: 100, target: "
    "{keyframes: [[0, [0.5, 0.5, 1]], [1, [0.5, 0.7, 1.3]]]}}\n";

}  // namespace

TEST_CASE(
    "output/spring_forces: at rest what the hand feels is what the support does, in full space") {
    const auto scene = block(pull);
    REQUIRE(scene.run() == 0);
    const auto felt = scene.table("out/pull-block-spring_forces.csv");
    const auto support = scene.table("out/pull-block-probe.csv");
    REQUIRE(felt.size() == 5);
    REQUIRE(felt.back().size() == 10);
    CHECK(std::abs(felt.front()[1]) + std::abs(felt.front()[2]) + std::abs(felt.front()[3]) <
          1e-12);
    CHECK(felt.back()[3] < -10);
    for (std::size_t k = 0; k < felt.size(); ++k)
        for (std::size_t i = 1; i <= 3; ++i)
            CHECK(felt[k][i] == Approx(support[k][i]).epsilon(1e-7).margin(1e-7));
    CHECK(felt.back()[8] == Approx(0.7));
    CHECK(felt.back()[9] == Approx(1.3));
    CHECK(scene.bytes("out/pull-block-spring_forces.csv")
              .starts_with("time [s],loads[1]_force_x [N],loads[1]_force_y [N],"));
}

TEST_CASE("output/spring_forces: springs of one stiffness are as one between their means") {
    const auto scene = block(
        pull,
        "    reduction: {type: subspace, basis: {type: linear_modes, modes: 12}, forces: {type: "
        "projection}}\n");
    REQUIRE(scene.run() == 0);
    for (const auto& row : scene.table("out/pull-block-spring_forces.csv"))
        for (std::size_t i = 1; i <= 3; ++i)
            CHECK(row[i] == Approx(100 * (row[3 + i] - row[6 + i])).epsilon(1e-9).margin(1e-9));
    CHECK(scene.table("out/pull-block-spring_forces.csv").back()[3] < -10);
}

TEST_CASE("output/spring_forces: a spring that does not act has no force and no place") {
    const auto scene = block(
        "    loads: [{type: pull, at: [1, 1, 1], stiffness: 100, target: [1, 1, 1.2], from: 0.6 "
        "s}]\n");
    REQUIRE(scene.run() == 0);
    const auto rows = scene.table("out/pull-block-spring_forces.csv");
    CHECK(rows[1][3] == 0);
    CHECK(std::isnan(rows[1][4]));
    CHECK(rows[4][3] < -1);
    CHECK(rows[4][9] == Approx(1.2));
}

TEST_CASE("output/spring_forces: a body that no spring pulls is refused") {
    const auto scene = block("    loads: [{type: gravity}]\n");
    CHECK(scene.run() != 0);
    CHECK_THAT(scene.bytes("out/run.json"),
               Catch::Contains("no spring pulls the body of this node"));
}

TEST_CASE("output/spring_forces: springs of constraints go by the constraint's name") {
    const SmallRun run(
        "bones",
        "sinew: 1\ntime: {end: 1 s, step: 0.5 s}\nscene:\n  - node: arm\n"
        "    rig: {type: skeleton, joints: [{name: core, at: [0, 0.5, 0.5], tail: [1, 0.5, 0.5], "
        "radius: 0.2, keyframes: [{time: 0 s}, {time: 1 s, move: [0, 0, 0.1]}]}]}\n"
        "    mesh: {type: box, size: [1, 1, 1], cells: [2, 2, 2], element: hex8}\n"
        "    material: {type: neo_hookean, young: 1 kPa, poisson: 0.3}\n"
        "    constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}}, "
        "{type: attach, stiffness: 50}]\n"
        "    solver: {type: static}\n    outputs: [{type: spring_forces}]\n");
    REQUIRE(run.run() == 0);
    CHECK(run.bytes("out/bones-arm-spring_forces.csv")
              .starts_with("time [s],constraints[1]_force_x [N],"));
    CHECK(run.table("out/bones-arm-spring_forces.csv").back()[3] < -1);
}
