/// Solids on the grid of solver/eulerian_coupled, from scenes.
#include <omp.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <support/says.hpp>
#include <support/small_run.hpp>

#include "solid_room.hpp"

using namespace sinew::test;
using sinew::testing::SmallRun;

namespace {

nlohmann::json solids_report(const SmallRun& run) {
    return nlohmann::json::parse(run.bytes("out/run.json"))["solvers"]["/room"];
}

std::string refusal_of(const std::string& scene) {
    const SmallRun run("room", scene);
    CHECK(run.run() == 2);
    return run.bytes("out/run.json");
}

}  // namespace

TEST_CASE("Eulerian solids: a neutral body in still fluid stays still") {
    const std::string solver =
        "      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [16, 16, 16]}\n      fluid: {density: "
        "500, gravity: [0, 0, -9.81]}\n      pressure: {tolerance: 1e-6}\n";
    const SmallRun run("neutral", room(solver, box("body", "[0.33, 0.36, 0.38]",
                                                   "        loads: [{type: gravity}]\n")));
    REQUIRE(run.run() == 0);
    // Free fall would be at 4.9 m/s.
    CHECK(solids_report(run)["largest_velocity"].get<double>() < 1e-3);
    CHECK(solids_report(run)["energies"]["elastic"].get<double>() < 1e-4);
}

TEST_CASE("Eulerian solids: a squeezed body that is let go takes its shape again") {
    const SmallRun run("squeezed", room(empty_room,
                                        box("body", "[0.33, 0.36, 0.38]",
                                            "        initial: {stretch: [0.5, 0.5, "
                                            "0.5]}\n"),
                                        "{end: 3 s, step: 0.125 s}"));
    REQUIRE(run.run() == 0);
    const auto rows = table(run, "out/squeezed-room-energy.csv");
    REQUIRE(rows.front()[elastic] > 10);
    // Less than a strain of 1 %: E e^2 V / 2.
    CHECK(rows.back()[elastic] < 5000 * 1e-4 * 0.027 / 2);
    // Its halves move apart with some 10 kg m/s each.
    CHECK(std::abs(rows.back()[p_x]) < 0.1);
}

TEST_CASE("Eulerian solids: free fall is g t, and heavy bodies fall faster than light ones") {
    const std::string fluid =
        "      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [20, 20, 20]}\n      fluid: {density: "
        "1, gravity: [0, 0, -9.81]}\n";
    const auto fallen = [&](const std::string& solver, double density) {
        const SmallRun run("fall", room(solver,
                                        box("body", "[0.35, 0.35, 0.6]",
                                            "        loads: [{type: gravity}]\n", density),
                                        "{end: 0.2 s, step: 0.05 s}"));
        REQUIRE(run.run() == 0);
        return table(run, "out/fall-room-energy.csv").back()[p_z] / (0.027 * density);
    };
    CHECK(fallen(empty_room, 100) == Approx(-9.81 * 0.2).epsilon(0.01));
    const double heavy = fallen(fluid, 1000), light = fallen(fluid, 1.3);
    CHECK(heavy == Approx(-9.81 * 0.2).epsilon(0.02));
    CHECK(light < 0);
    CHECK(light > 0.4 * heavy);
}

TEST_CASE("Eulerian solids: what is fixed stays, and what is prescribed is where it should be") {
    const SmallRun run(
        "pull",
        room(empty_room,
             box("bar", "[0.35, 0.35, 0.35]",
                 "        constraints:\n          - {type: fixed, where: {plane: {normal: "
                 "[1, 0, 0], offset: 0.35}}}\n          - {type: prescribed, where: {plane: "
                 "{normal: [1, 0, 0], offset: 0.65}}, displacement: {expr: [\"0.1*t\", \"0\", "
                 "\"0\"]}}\n        outputs: [{type: probe, at: [0.65, 0.5, 0.5]}]\n"),
             "{end: 1 s, step: 0.125 s}"));
    REQUIRE(run.run() == 0);
    CHECK(table(run, "out/pull-room-bar-probe.csv").back()[1] == Approx(0.1).epsilon(0.03));
    // A bar stretched by a third of its length: E e^2 V / 2, within the 12 % of its held ends.
    CHECK(table(run, "out/pull-room-energy.csv").back()[elastic] ==
          Approx(5000 * 0.027 / 18).epsilon(0.15));
}

TEST_CASE(
    "Eulerian solids: a part may be moved through a fluid, and nodes without a face may not") {
    const std::string still =
        "      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [16, 16, 16]}\n      fluid: {density: "
        "1.2}\n      walls: {all: no_slip}\n";
    const auto held = [](const std::string& constraint) {
        return box("block", "[0.35, 0.35, 0.35]",
                   "        constraints: [" + constraint +
                       "]\n        outputs: [{type: probe, at: [0.5, 0.5, 0.65]}]\n");
    };
    const SmallRun moved(
        "moved", room(still,
                      held("{type: prescribed, where: {half_space: {normal: [0, 0, -1], offset: "
                           "-0.5}}, displacement: {expr: [\"0\", \"0\", \"-0.3*t\"]}}"),
                      "{end: 0.25 s, step: 0.05 s}"));
    REQUIRE(moved.run() == 0);
    CHECK(table(moved, "out/moved-room-block-probe.csv").back()[3] == Approx(-0.075).epsilon(0.05));
    const SmallRun loose("loose", room(still, held("{type: fixed, where: {nodes: [0]}}"),
                                       "{end: 0.1 s, step: 0.05 s}"));
    CHECK(loose.run() == 2);
    CHECK(says(loose.bytes("out/run.json"), "span no face of its mesh"));
}

TEST_CASE("Eulerian solids: the same bits on any number of threads, and from amid a collision") {
    const std::string solver =
        "      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [16, 16, 16]}\n      contact: "
        "{stiffness: 4000, friction: 0.2}\n";
    const std::string plastic =
        "      - node: clay\n        mesh: {type: box, size: [0.3, 0.3, 0.3], cells: [3, 3, 3], "
        "element: hex8, origin: [0.6, 0.35, 0.3]}\n        material: {type: elastoplastic, of: "
        "{type: neo_hookean, young: 5 kPa, poisson: 0.3}, yield: 50, flow_rate: 10}\n        "
        "outputs: [{type: vtu}]\n";
    const SmallRun run(
        "bits",
        room(solver,
             box("rubber", "[0.2, 0.35, 0.35]", "        initial: {velocity: [1.5, 0, 0]}\n") +
                 plastic,
             "{end: 0.3 s, step: 0.05 s}",
             "{type: checkpoint, every: 0.15 s}, {type: vti, fields: [velocity, "
             "pressure]}"));
    REQUIRE(run.run() == 0);
    const std::string fluid = run.bytes("out/bits-room_0006.vti"),
                      clay = run.bytes("out/bits-room-clay_0006.vtu");
    REQUIRE_FALSE(fluid.empty());
    REQUIRE_FALSE(clay.empty());
    const int before = omp_get_max_threads();
    omp_set_num_threads(before == 1 ? 2 : 1);
    CHECK(run.run("again") == 0);
    CHECK(run.bytes("again/bits-room_0006.vti") == fluid);
    CHECK(run.bytes("again/bits-room-clay_0006.vtu") == clay);
    REQUIRE(run.run("continued", run / "out/checkpoint-0003.h5") == 0);
    CHECK(run.bytes("continued/bits-room_0006.vti") == fluid);
    CHECK(run.bytes("continued/bits-room-clay_0006.vtu") == clay);
    omp_set_num_threads(before);
}

TEST_CASE(
    "Eulerian solids: the same bits where substeps are cut, and a word on a volume that changed") {
    const SmallRun run(
        "cut",
        room("      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [16, 16, 16]}\n      fluid: "
             "{density: 1}\n      contact: {stiffness: 4000, friction: 0.2}\n",
             "      - node: jelly\n        mesh: {type: box, size: [0.3, 0.3, 0.3], cells: [4, 4, "
             "4], origin: [0.1, 0.35, 0.35]}\n        material: {type: neo_hookean, young: 600 Pa, "
             "poisson: 0.3, density: 1000}\n        initial: {velocity: [-2, 0, 0]}\n        "
             "outputs: [{type: vtu}]\n",
             "{end: 0.15 s, step: 0.05 s}", "{type: checkpoint, every: 0.1 s}"));
    REQUIRE(run.run() == 0);
    REQUIRE(solids_report(run)["cutbacks"] > 0);
    CHECK(says(run.bytes("out/run.json"), "times the volume that it began with"));
    const std::string jelly = run.bytes("out/cut-room-jelly_0003.vtu");
    REQUIRE_FALSE(jelly.empty());
    const int before = omp_get_max_threads();
    omp_set_num_threads(before == 1 ? 2 : 1);
    CHECK(run.run("again") == 0);
    CHECK(run.bytes("again/cut-room-jelly_0003.vtu") == jelly);
    REQUIRE(run.run("continued", run / "out/checkpoint-0002.h5") == 0);
    CHECK(run.bytes("continued/cut-room-jelly_0003.vtu") == jelly);
    omp_set_num_threads(before);
}

TEST_CASE("Eulerian solids: a stiff body that falls has no more energy than it fell through") {
    const auto largest = [](const std::string& projection) {
        const std::string solver =
            "      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [16, 16, 16]}\n      fluid: "
            "{density: "
            "1}\n      contact: {stiffness: 10000}\n      pressure: {projection: " +
            projection + "}\n";
        const SmallRun run(
            "steel", room(solver,
                          "      - node: body\n        mesh: {type: box, size: [0.3, 0.3, 0.3], "
                          "cells: [3, 3, 3], element: hex8, origin: [0.35, 0.35, 0.2]}\n        "
                          "material: {type: stvk, young: 1 GPa, poisson: 0.3, density: 2000}\n"
                          "        loads: [{type: gravity}]\n",
                          "{end: 0.5 s, step: 1/24 s}"));
        REQUIRE(run.run() == 0);
        double energy = 0;
        for (const auto& row : table(run, "out/steel-room-energy.csv"))
            energy = std::max(energy, row[kinetic] + row[elastic]);
        return energy;
    };
    const double fallen = 0.027 * 2000 * 9.81 * 0.2;
    CHECK(largest("exact") < fallen);
    // The published one makes some.
    CHECK(largest("split") < 2 * fallen);
    // Pressure that strains the body as if it were fluid.
    CHECK(largest("mass") > 10 * fallen);
}

TEST_CASE("Eulerian solids: velocities by multigrid, by factors and by Jacobi are the same") {
    const auto strain_energy = [](const std::string& velocities) {
        const SmallRun run(
            "solvers",
            room("      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [16, 16, 16]}\n"
                 "      fluid: {density: 10, viscosity: 0.1}\n      pressure: {tolerance: 1e-5}\n  "
                 "    "
                 "velocities: {" +
                     velocities + ", tolerance: 1e-7}\n",
                 box("body", "[0.33, 0.36, 0.38]", "        initial: {stretch: [0.9, 1, 1.1]}\n"),
                 "{end: 0.05 s, step: 0.0125 s}"));
        REQUIRE(run.run() == 0);
        return table(run, "out/solvers-room-energy.csv").back()[elastic];
    };
    const double jacobi = strain_energy("method: jacobi");
    CHECK(jacobi > 1e-3);
    CHECK(strain_energy("linear: {type: cholesky}") == Approx(jacobi).epsilon(1e-4));
    CHECK(strain_energy("linear: {type: multigrid}") == Approx(jacobi).epsilon(1e-4));
}

TEST_CASE("Eulerian solids: pressure leaves no divergence by mass and exact, some by split") {
    const auto left = [](const std::string& projection) {
        const std::string solver =
            "      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [12, 12, 12]}\n      velocities: "
            "{tolerance: 1e-8}\n      pressure: {tolerance: 1e-5, projection: " +
            projection + "}\n";
        const SmallRun run(
            "squash",
            room(solver,
                 box("body", "[0.33, 0.36, 0.38]",
                     "        initial: {velocity: [0, 0, 0], stretch: [0.9, 0.9, 1.1]}\n"),
                 "{end: 0.02 s, step: 0.02 s}"));
        REQUIRE(run.run() == 0);
        return solids_report(run)["largest_divergence"].get<double>();
    };
    const double mass = left("mass"), exact = left("exact"), split = left("split");
    INFO("mass " << mass << ", exact " << exact << ", split " << split << " 1/s");
    CHECK(mass < 1e-3 * split);
    CHECK(exact < 1e-3 * split);
}

TEST_CASE("Eulerian solids: one that may be compressed takes its volume again, if it is let") {
    const auto strain_energy = [](const std::string& incompressible) {
        const SmallRun run(
            "volume",
            room("      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [16, 16, 16]}\n      walls: "
                 "{all: free_slip, z_max: outflow}\n      pressure: {incompressible: " +
                     incompressible + "}\n",
                 box("body", "[0.33, 0.36, 0.38]", "        initial: {stretch: [0.9, 0.9, 0.9]}\n"),
                 "{end: 2 s, step: 0.125 s}"));
        REQUIRE(run.run() == 0);
        const auto rows = table(run, "out/volume-room-energy.csv");
        return rows.back()[elastic] / rows.front()[elastic];
    };
    CHECK(strain_energy("all") > 0.9);
    CHECK(strain_energy("fluid") < 0.02);
}

TEST_CASE("Eulerian solids: they go on alone when the fluid ends, from checkpoints, too") {
    const SmallRun run(
        "alone",
        room("      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [16, 16, 16]}\n      fluid: "
             "{density: 100, until: 0.3 s}\n      smoke: {initial: [{shape: {box: {min: [0, 0, "
             "0], max: [1, 1, 1]}}, density: 1}]}\n",
             box("body", "[0.33, 0.36, 0.38]",
                 "        initial: {velocity: [0.2, 0, 0], stretch: [0.9, 1, 1.1]}\n"),
             "{end: 1.5 s, step: 0.125 s}",
             "{type: energy}, {type: vti, fields: [smoke, pressure]}, {type: checkpoint, every: "
             "0.5 s}"));
    REQUIRE(run.run() == 0);
    const auto rows = table(run, "out/alone-room-energy.csv");
    // From the step in which the fluid ends, nothing brakes the body.
    const double at_end = rows[3][p_x];
    CHECK(at_end < 0.9 * rows[0][p_x]);
    CHECK(rows.back()[p_x] == Approx(at_end).epsilon(2e-3));
    CHECK(rows.back()[elastic] < 0.01 * rows.front()[elastic]);
    CHECK(solids_report(run)["smoke"].get<double>() == 0);
    const std::string fluid = run.bytes("out/alone-room_0012.vti");
    REQUIRE(run.run("continued", run / "out/checkpoint-0004.h5") == 0);
    CHECK(run.bytes("continued/alone-room_0012.vti") == fluid);
}

TEST_CASE("Eulerian solids: what a grid cannot serve is refused with advice") {
    CHECK(says(refusal_of(room(empty_room, box("body", "[0.8, 0.3, 0.3]"))),
               "/room/body reaches from 0.8 to 1.1 m along x"));
    CHECK(says(refusal_of(room("      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [5, 5, 5]}\n",
                               box("body", "[0.3, 0.3, 0.3]"))),
               "thinner than two cells"));
    CHECK(says(refusal_of(room(
                   empty_room,
                   box("body", "[0.3, 0.3, 0.3]",
                       "        loads: [{type: point, at: [0.4, 0.4, 0.4], force: [1, 0, 0]}]\n"))),
               "a grid takes forces per mass or volume alone"));
    CHECK(says(refusal_of(room(empty_room, box("body", "[0.3, 0.3, 0.3]",
                                               "        solver: {type: implicit_newmark}\n"))),
               "has a solver of its own"));
    CHECK(
        says(refusal_of(room(empty_room,
                             "      - node: soft\n        mesh: {type: box, size: [0.3, 0.3, 0.3], "
                             "cells: [3, 3, 3], origin: [0.3, 0.3, 0.3]}\n        material: {type: "
                             "linear, young: 1 kPa, poisson: 0.3}\n")),
             "a law of small strains"));
    CHECK(says(refusal_of(room(empty_room, box("body", "[0.3, 0.3, 0.3]",
                                               "        constraints: [{type: rigid, where: all, "
                                               "stiffness: 1000}]\n"))),
               "this constraint acts by springs"));
    CHECK(says(refusal_of(room("      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [20, 20, 20]}\n"
                               "      smoke: {sources: [{shape: {sphere: {center: [0.4, 0.4, 0.4], "
                               "radius: 0.1}}, density: 1}]}\n",
                               box("body", "[0.3, 0.3, 0.3]"))),
               "the source is in a body at the start"));
    CHECK(
        says(refusal_of(room("      grid: {min: [0, 0, 0], max: [1, 1, 0.1], cells: [10, 10, 1]}\n"
                             "      fluid: {density: 0}\n",
                             box("body", "[0.3, 0.3, 0]"))),
             "make the body as thick as the grid"));
    CHECK(says(refusal_of(room(empty_room + "      substeps: {longest: 1e-5 s}\n",
                               box("body", "[0.3, 0.3, 0.3]"))),
               "raise substeps.most or substeps.longest"));
    CHECK(says(
        refusal_of(room(empty_room + "      velocities: {method: jacobi, linear: {type: lu}}\n",
                        box("body", "[0.3, 0.3, 0.3]"))),
        "does not take the solver that `linear` names"));
    CHECK(says(refusal_of(room("      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [20, 20, 20]}\n"
                               "      fluid: {until: 0.2 s}\n",
                               "      - node: nothing\n")),
               "the fluid ends, and no solid is there to go on"));
    CHECK(says(refusal_of(room(empty_room, "      - node: nothing\n")),
               "neither a fluid nor a solid"));
    CHECK(says(refusal_of(room(empty_room,
                               box("one", "[0.3, 0.3, 0.3]") + box("other", "[0.5, 0.3, 0.3]"))),
               "/room/other overlaps /room/one"));
    CHECK(says(
        refusal_of("sinew: 1\ntime: {end: 1 s, step: 0.1 s}\nscene:\n  - node: room\n    mesh: "
                   "{type: box, size: [1, 1, 1], cells: [1, 1, 1]}\n    material: {type: "
                   "elastoplastic, of: {type: stvk, young: 1 kPa, poisson: 0.3}, yield: 10}\n"
                   "    solver: {type: implicit_newmark}\n"),
        "a plastic material keeps a history"));
}
