#include <omp.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sinew/storage/hdf5_archive.hpp>
#include <support/says.hpp>
#include <support/small_run.hpp>

#include "eulerian_coupled/grid_scene.hpp"

using sinew::test::cube;
using sinew::test::says;
using sinew::testing::SmallRun;

namespace {

/// A scene of one tank; `solver` is what follows its type.
std::string tank(const std::string& solver, const std::string& more = "",
                 const std::string& time = "{end: 0.5 s, step: 0.125 s}") {
    return "sinew: 1\ntime: " + time +
           "\nscene:\n  - node: tank\n    solver:\n      type: eulerian_coupled\n" + solver + more;
}

const std::string grid = "      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [12, 12, 12]}\n";
const std::string plume =
    "      smoke:\n        buoyancy: {expansion: 0.01}\n        sources: [{shape: {sphere: "
    "{center: "
    "[0.5, 0.5, 0.2], radius: 0.15}}, density: 1, temperature: 200, until: 0.3 s}]\n";
const std::string checkpoints =
    "    outputs: [{type: checkpoint, every: 0.25 s}, {type: vti, fields: [smoke, velocity]}]\n";

/// Bodies in a hall of 20 x 20 x 20 cells, full of a fluid of this density.
std::string in_hall(const std::string& bodies, const std::string& time, double fluid = 0) {
    return sinew::test::grid_scene("room",
                                   "      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [20, 20, "
                                   "20]}\n      fluid: {density: " +
                                       std::to_string(fluid) + "}\n",
                                   bodies, time, "{type: energy}");
}

nlohmann::json report_of(const SmallRun& run) {
    return nlohmann::json::parse(run.bytes("out/run.json"));
}

/// What the run says as it is refused.
std::string refusal(const std::string& scene) {
    const SmallRun run("tank", scene);
    CHECK(run.run() == 2);
    return report_of(run).dump();
}

}  // namespace

TEST_CASE("eulerian_coupled: warm smoke rises, in substeps that end on the clock's steps") {
    const SmallRun run("tank", tank(grid + plume, checkpoints));
    REQUIRE(run.run() == 0);
    const nlohmann::json report = report_of(run)["solvers"]["/tank"];
    CHECK(report["substeps"].get<int>() > 4);
    CHECK(report["smallest_substep"].get<double>() * report["largest_velocity"].get<double>() <
          1.8 / 12 * 1.01);
    CHECK(report["largest_velocity"].get<double>() > 0.5);
    CHECK(report["smoke"].get<double>() > 0.014);  // the sphere's volume
    CHECK(report["pressure"]["residual"].get<double>() <= 0.02);
    CHECK(run.count_files("out", ".vti") == 5);
    CHECK(says(run.bytes("out/tank.pvd"), "tank-tank_0004.vti"));
}

TEST_CASE("eulerian_coupled: the same bits on any number of threads and from a checkpoint") {
    const SmallRun run("tank", tank(grid + plume, checkpoints));
    REQUIRE(run.run() == 0);
    const std::string last = run.bytes("out/tank-tank_0004.vti");
    REQUIRE_FALSE(last.empty());
    const int before = omp_get_max_threads();
    omp_set_num_threads(before == 1 ? 2 : 1);
    CHECK(run.run("again") == 0);
    CHECK(run.bytes("again/tank-tank_0004.vti") == last);
    REQUIRE(run.run("continued", run / "out/checkpoint-0002.h5") == 0);
    CHECK(run.bytes("continued/tank-tank_0004.vti") == last);
    omp_set_num_threads(before);
}

TEST_CASE("eulerian_coupled: what cannot be stepped is refused at its place, with advice") {
    CHECK(says(refusal(tank("      grid: {min: [0, 0, 0], max: [1, 1, 2], cells: [8, 8, 8]}\n")),
               "cells are no cubes.*take cells: \\[8, 8, 16\\]"));
    CHECK(says(refusal(tank("      grid: {min: [0, 0, 0], max: [1, 1, 0], cells: [8, 8, 8]}\n")),
               "no extent along every axis"));
    CHECK(says(refusal(tank("      grid: {min: [0, 0, 0], max: [4, 1, 1], cells: [4, 1, 1]}\n")),
               "fewer than four cells along two axes"));
    CHECK(says(refusal(tank("      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [9000, 9000, "
                            "9000]}\n")),
               "would take about \\d+ GB, and there are"));
    CHECK(
        says(refusal(tank("      grid: {min: [0, 0, 0], max: [1, 1, 0.125], cells: [8, 8, 1]}\n")),
             "prescribe the velocities of all nodes"));
    CHECK(
        says(refusal(tank(grid + "      pressure: {tolerance: 1}\n")), "tolerance is 1, must be"));
    CHECK(says(refusal(tank(grid, "    transform: {translate: [1, 0, 0]}\n")),
               "this node has a transform"));
}

TEST_CASE("eulerian_coupled: an obstacle at rest parts the flow") {
    const std::string flow =
        "      walls: {x_min: inflow, x_max: outflow, y_min: free_slip, y_max: free_slip, z_min: "
        "free_slip, z_max: free_slip, velocity: {x_min: [1, 0, 0]}}\n"
        "      pressure: {tolerance: 1e-6}\n";
    const std::string obstacle =
        "      smoke: {sources: [{shape: {box: {min: [0.4, 0, 0], max: [0.6, 0.5, 1]}}, solid: "
        "true}]}\n";
    const SmallRun free("free", tank(grid + flow)), parted("parted", tank(grid + flow + obstacle));
    REQUIRE(free.run() == 0);
    REQUIRE(parted.run() == 0);
    const auto fastest = [](const SmallRun& run) {
        return report_of(run)["solvers"]["/tank"]["largest_velocity"].get<double>();
    };
    CHECK(fastest(free) == Approx(1).epsilon(1e-3));
    // Half of the channel carries all of the flow.
    CHECK(fastest(parted) > 1.9);
}

TEST_CASE("eulerian_coupled: substeps are as short as what they bring asks for") {
    // A jet that opens late, faster than all that flows; and buoyancy from rest in one long step.
    const std::string jet =
        "      smoke: {sources: [{shape: {sphere: {center: [0.5, 0.5, 0.5], radius: 0.2}}, "
        "velocity: "
        "[0, 0, 20], from: 0.3 s}]}\n";
    const SmallRun late("late", tank(grid + jet));
    REQUIRE(late.run() == 0);
    CHECK(report_of(late)["solvers"]["/tank"]["smallest_substep"].get<double>() <=
          1.8 / 12 / 20 * 1.001);
    const SmallRun fall("fall", tank(grid + plume, "", "{end: 1 s, step: 1 s}"));
    REQUIRE(fall.run() == 0);
    CHECK(report_of(fall)["solvers"]["/tank"]["substeps"].get<int>() > 4);
}

TEST_CASE(
    "eulerian_coupled: substeps cross 1.8 cells, 0.6 near something, and do not wait for rest") {
    // In a step of 125 ms a body of 1 m/s crosses 2.5 cells.
    const auto substeps = [](const std::string& bodies) {
        const SmallRun run("steps", in_hall(bodies, "{end: 0.125 s, step: 0.125 s}"));
        REQUIRE(run.run() == 0);
        return report_of(run)["solvers"]["/room"]["substeps"].get<int>();
    };
    const std::string drifts = "        initial: {velocity: [0, 1, 0]}\n";
    const std::string one = cube("one", "[0.15, 0.3, 0.3]", 500, drifts);
    CHECK(substeps(one) == 2);
    CHECK(substeps(one + cube("near", "[0.5, 0.3, 0.3]", 500, drifts)) == 5);
    // From rest a fall of 1.8 cells takes 96 ms; what lies on the floor crosses nothing.
    const std::string falls = "        loads: [{type: gravity, acceleration: [0, 0, -9.81]}]\n";
    CHECK(substeps(cube("falls", "[0.3, 0.3, 0.4]", 500, falls)) == 2);
    const SmallRun lies("lies", in_hall(cube("lies", "[0.3, 0.3, 0.001]", 500, falls),
                                        "{end: 2 s, step: 0.025 s}"));
    REQUIRE(lies.run() == 0);
    CHECK(report_of(lies)["solvers"]["/room"]["by_step"]["substeps"].back() == 1);
}

TEST_CASE("eulerian_coupled: explicit forces take substeps as short as stability asks") {
    // A squeezed block is let go; a substep of a frame would make energy without end.
    const SmallRun run(
        "recoil",
        sinew::test::grid_scene(
            "room",
            "      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [20, 20, 20]}\n      fluid: "
            "{density: 0}\n      velocities: {forces: explicit}\n",
            "      - node: block\n        mesh: {type: box, size: [0.3, 0.3, 0.3], cells: [3, 3, "
            "3], element: hex8, origin: [0.35, 0.35, 0.35]}\n        material: {type: "
            "neo_hookean, young: 200 kPa, poisson: 0.45, density: 500}\n        initial: "
            "{stretch: [0.8, 1, 1]}\n",
            "{end: 0.1 s, step: 20 ms}", "{type: energy}"));
    REQUIRE(run.run() == 0);
    const auto rows = run.table("out/recoil-room-energy.csv");
    const double before = rows.front()[2];  // elastic alone
    CHECK(before > 0);
    for (const std::vector<double>& row : rows) CHECK(row[1] + row[2] < 1.02 * before);
    // sqrt(rho/(3 M)) h of M = 3.8 E at rest is 0.74 ms.
    const nlohmann::json report = report_of(run)["solvers"]["/room"];
    CHECK(report["substeps"].get<int>() > 120);
    CHECK(report["substeps"].get<int>() < 400);
    CHECK(report["cutbacks"] == 0);
}

TEST_CASE("eulerian_coupled: a crash that no cut prevents leaves the substep before") {
    const SmallRun run("crash", in_hall(cube("left", "[0.1, 0.35, 0.35]", 500,
                                             "        initial: {velocity: [40, 0, 0]}\n") +
                                            cube("right", "[0.6, 0.35, 0.35]", 500,
                                                 "        initial: {velocity: [-40, 0, 0]}\n"),
                                        "{end: 0.1 s, step: 2 ms}", 1));
    REQUIRE(run.run() == 1);
    CHECK(says(run.bytes("out/run.json"), "is turned inside out"));
    const nlohmann::json report = report_of(run)["solvers"]["/room"];
    CHECK(report["cutbacks"].get<int>() >= 4);
    // Of that substep: less than at the beginning.
    const double before = 2 * 0.3 * 0.3 * 0.3 * 500 * 40 * 40 / 2;
    CHECK(report["energies"]["kinetic"].get<double>() > 0.1 * before);
    CHECK(report["energies"]["kinetic"].get<double>() < before);
}

TEST_CASE("eulerian_coupled: a solid that moves pushes the fluid before it") {
    const std::string piston =
        "      walls: {all: free_slip, x_max: outflow}\n      pressure: {tolerance: 1e-6}\n"
        "      smoke: {sources: [{shape: {box: {min: [-2, -1, -1], max: [0.3, 2, 2]}}, offset: "
        "{expr: [\"0.4*t\", \"0\", \"0\"]}, solid: true}]}\n";
    const SmallRun run("piston", tank(grid + piston));
    // It comes through the wall behind it: the cells there change their volume.
    CHECK(run.run() == 2);
    CHECK(says(run.bytes("out/run.json"), "and no side of it is open"));
    std::string open = run.bytes("piston.yaml");
    open.replace(open.find("x_max: outflow"), 14,
                 "x_min: inflow, x_max: outflow, velocity: {x_min: [0.4, 0, 0]}");
    std::ofstream(run / "piston.yaml") << open;
    REQUIRE(run.run() == 0);
    CHECK(report_of(run)["solvers"]["/tank"]["largest_velocity"].get<double>() ==
          Approx(0.4).epsilon(0.01));
}
