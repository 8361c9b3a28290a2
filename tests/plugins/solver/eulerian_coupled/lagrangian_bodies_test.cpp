/// Bodies that stay meshes in the grid of solver/eulerian_coupled, from scenes.
#include <omp.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <support/says.hpp>
#include <support/small_run.hpp>

#include "solid_room.hpp"

using sinew::test::says;
using sinew::testing::SmallRun;
using enum sinew::test::EnergyColumn;

namespace {

std::string tank(const std::string& solver, const std::string& bodies,
                 const std::string& time = "{end: 0.5 s, step: 0.125 s}",
                 const std::string& outputs = "{type: energy}") {
    return sinew::test::grid_scene("tank", solver, bodies, time, outputs);
}

/// A box of 0.3 m whose lower corner is at x; `more` goes below its material.
std::string box(const std::string& name, const std::string& x, double density,
                const std::string& more = "") {
    return sinew::test::cube(name, x, density, more);
}

const std::string corner = "        outputs: [{type: probe, nodes: [0]}]\n";

const std::string gravity = "        loads: [{type: gravity}]\n";

/// A cube of still fluid under gravity, with a body of it.
std::string still_fluid(const std::string& lagrangian, double density) {
    return "      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [16, 16, 16]}\n      fluid: "
           "{density: " +
           std::to_string(density) +
           ", gravity: [0, 0, -9.81]}\n      pressure: {tolerance: 1e-6}\n" + lagrangian;
}

const std::string of_body = "      lagrangian: {bodies: [body]}\n";

nlohmann::json report_of(const SmallRun& run) {
    return nlohmann::json::parse(run.bytes("out/run.json"))["solvers"]["/tank"];
}

std::string refusal_of(const std::string& scene) {
    const SmallRun run("tank", scene);
    CHECK(run.run() == 2);
    return run.bytes("out/run.json");
}

}  // namespace

TEST_CASE("Lagrangian bodies: a neutral one in still fluid stays still") {
    for (const std::string reduction :
         {"", "        reduction: {type: subspace, basis: {type: linear_modes, modes: 4}}\n"}) {
        const SmallRun run("neutral",
                           tank(still_fluid(reduction.empty() ? of_body : "", 500),
                                box("body", "[0.33, 0.36, 0.38]", 500, gravity + reduction)));
        REQUIRE(run.run() == 0);
        // Free fall would be at 4.9 m/s.
        CHECK(report_of(run)["largest_velocity"].get<double>() < 2e-3);
        CHECK(report_of(run)["lagrangian"]["energies"]["kinetic"].get<double>() < 1e-4);
    }
}

TEST_CASE("Lagrangian bodies: one a hundred times lighter than its fluid rises, and is stable") {
    // With twelve substeps a frame, a weak coupling would blow up at once.
    const SmallRun run(
        "light", tank(still_fluid(of_body + "      substeps: {longest: 4 ms}\n", 500),
                      box("body", "[0.35, 0.35, 0.2]", 5, gravity), "{end: 0.25 s, step: 0.05 s}"));
    REQUIRE(run.run() == 0);
    const auto rows = run.table("out/light-tank-energy.csv");
    // The fluid that it displaces and carries along is most of what is accelerated: between the
    // added masses of a half and of one and a half of its volume.
    const double v = rows.back()[p_z] / (0.027 * 5), free = 9.81 * 0.25;
    CHECK(v > free / 2.0);
    CHECK(v < free * 2);
    for (std::size_t n = 1; n < rows.size(); ++n) CHECK(rows[n][p_z] > rows[n - 1][p_z]);
}

TEST_CASE("Lagrangian bodies: without a fluid they fall freely, and momentum is that of gravity") {
    const SmallRun run(
        "fall", tank("      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [10, 10, 10]}\n      "
                     "fluid: {density: 0}\n" +
                         of_body,
                     box("body", "[0.35, 0.35, 0.6]", 100, gravity), "{end: 0.2 s, step: 0.05 s}"));
    REQUIRE(run.run() == 0);
    CHECK(run.table("out/fall-tank-energy.csv").back()[p_z] ==
          Approx(-9.81 * 0.2 * 2.7).epsilon(1e-9));
}

TEST_CASE("Lagrangian bodies: contact with closed walls holds what falls on them") {
    const SmallRun run(
        "floor",
        tank("      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [16, 16, 16]}\n   "
             "   fluid: {density: 1}\n      contact: {}\n" +
                 of_body,
             box("body", "[0.35, 0.35, 0.2]", 100, gravity + corner), "{end: 1 s, step: 0.05 s}"));
    REQUIRE(run.run() == 0);
    // Half a second after it has come down; cells are 6.25 cm.
    const double lowest = 0.2 + run.table("out/floor-tank-body-probe.csv").back()[3];
    CHECK(lowest > -0.03);
    CHECK(lowest < 0.1);
}

TEST_CASE("Lagrangian bodies: twins, of a mesh and of the grid, drift alike in a driven cavity") {
    const auto drift = [](const std::string& lagrangian) {
        const SmallRun run(
            "twin",
            tank("      grid: {min: [0, 0, 0], max: [1, 1, 1/32], cells: [32, 32, 1]}\n      "
                 "walls: {all: no_slip, z_min: symmetric, z_max: symmetric, velocity: {y_max: [1, "
                 "0, 0]}}\n      substeps: {cfl: 0.5, cfl_near: 0.5}\n      fluid: {density: 1, "
                 "viscosity: 0.01}\n      pressure: {tolerance: 1e-3}\n" +
                     lagrangian,
                 "      - node: body\n        mesh: {type: cylinder, radius: 0.2, height: 1/32, "
                 "around: 24, radial: 4, along: 1, element: hex8}\n        transform: {translate: "
                 "[0.6, 0.5, 0]}\n        material: {type: neo_hookean, young: 0.29, poisson: "
                 "0.45, density: 1}\n        outputs: [{type: probe, at: [0, 0, 0]}]\n",
                 "{end: 3.2 s, step: 0.2 s}"));
        REQUIRE(run.run() == 0);
        return run.table("out/twin-tank-body-probe.csv");
    };
    const auto mesh = drift(of_body), grid = drift("");
    double path = 0, apart = 0;
    for (std::size_t n = 1; n < grid.size(); ++n) {
        path += std::hypot(grid[n][1] - grid[n - 1][1], grid[n][2] - grid[n - 1][2]);
        apart = std::max(apart, std::hypot(grid[n][1] - mesh[n][1], grid[n][2] - mesh[n][2]));
    }
    INFO(apart << " m apart after a path of " << path << " m");
    CHECK(path > 0.35);
    CHECK(apart < 0.05 * path);
}

TEST_CASE("Lagrangian bodies: one that runs into a solid of the grid keeps their momentum") {
    const SmallRun run(
        "hit",
        tank("      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [20, 20, 20]}\n      "
             "fluid: {density: 0}\n      contact: {stiffness: 4000, friction: 0.2}\n" +
                 of_body,
             box("body", "[0.1, 0.35, 0.35]", 100, "        initial: {velocity: [1, 0, 0]}\n") +
                 box("solid", "[0.6, 0.35, 0.35]", 400,
                     "        initial: {velocity: [-0.4, 0, 0]}\n"),
             "{end: 0.4 s, step: 0.025 s}"));
    REQUIRE(run.run() == 0);
    const auto rows = run.table("out/hit-tank-energy.csv");
    const double start = 0.027 * (100 * 1 - 400 * 0.4), size = 0.027 * (100 * 1 + 400 * 0.4);
    CHECK(rows.front()[p_x] == Approx(start).epsilon(0.02));
    // Impulses are balanced exactly; the solid's particles carry 1 % less than its nodes had.
    CHECK(std::abs(rows.back()[p_x] - rows.front()[p_x]) < 0.015 * size);
    // They were to meet: in the frame of their common centre most of the 2.1 J goes.
    const double common = start * start / (2 * 0.027 * 500);
    CHECK(rows.back()[kinetic] - common < 1);
}

TEST_CASE("Lagrangian bodies: contact holds them up on an obstacle, one above the other") {
    // The grid's own floor is far below the plane.
    const auto fall = [](const std::string& couplings) {
        const SmallRun run(
            "stack",
            tank("      grid: {min: [0, 0, -1], max: [1, 1, 1], cells: [10, 10, 20]}\n      walls: "
                 "{all: free_slip}\n      fluid: {density: 0}\n      substeps: {longest: 5 "
                 "ms}\n      lagrangian: {bodies: [low, high], damping: {mass: 4}}\n" +
                     couplings,
                 box("low", "[0.35, 0.35, 0.08]", 100, gravity + corner) +
                     box("high", "[0.35, 0.35, 0.55]", 100, gravity + corner),
                 "{end: 0.75 s, step: 0.05 s}"));
        REQUIRE(run.run() == 0);
        return std::pair{run.table("out/stack-tank-low-probe.csv").back()[3],
                         run.table("out/stack-tank-high-probe.csv").back()[3]};
    };
    const auto [low, high] = fall(
        "    couplings:\n      - {type: contact, bodies: [low, high], obstacles: [{plane: {normal: "
        "[0, 0, 1], point: [0, 0, 0.05]}}]}\n");
    CHECK(low == Approx(-0.03).margin(0.02));
    CHECK(high == Approx(-0.2).margin(0.03));
    const auto [free_low, free_high] = fall("");
    CHECK(free_low < -0.5);
    CHECK(free_high < -0.5);
}

TEST_CASE("Lagrangian bodies: a substep that is taken back leaves them where they were") {
    // A fast body: the frame is one substep at first, in which it would cross the grid.
    const auto last = [](const std::string& substeps) {
        const SmallRun run(
            "fast",
            tank("      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [20, 20, 20]}\n      "
                 "fluid: {density: 0}\n" +
                     substeps + of_body,
                 box("body", "[0.1, 0.35, 0.35]", 100,
                     "        loads: [{type: gravity, acceleration: [20, 0, 0]}]\n" + corner),
                 "{end: 0.2 s, step: 0.1 s}"));
        REQUIRE(run.run() == 0);
        CHECK(report_of(run)["substeps"].get<int>() > 2);
        return run.table("out/fast-tank-energy.csv").back()[p_x];
    };
    const double exact = 2.7 * 20 * 0.2;
    CHECK(last("") == Approx(exact).epsilon(1e-9));
    CHECK(last("      substeps: {longest: 2 ms}\n") == Approx(exact).epsilon(1e-9));
}

TEST_CASE("Lagrangian bodies: two neutral ones side by side stay still") {
    const SmallRun run("pair", tank(still_fluid("      lagrangian: {bodies: [one, other]}\n", 500),
                                    box("one", "[0.15, 0.36, 0.38]", 500, gravity) +
                                        box("other", "[0.49, 0.3, 0.33]", 500, gravity)));
    REQUIRE(run.run() == 0);
    CHECK(report_of(run)["largest_velocity"].get<double>() < 4e-3);
}

TEST_CASE("Lagrangian bodies: the same bits on any number of threads, and from a checkpoint") {
    const SmallRun run(
        "bits",
        tank("      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [12, 12, 12]}\n      fluid: "
             "{density: 50}\n      contact: {stiffness: 4000, friction: 0.2}\n" +
                 of_body,
             box("body", "[0.1, 0.35, 0.35]", 100,
                 "        initial: {velocity: [1.5, 0, 0]}\n        outputs: [{type: vtu}]\n") +
                 box("solid", "[0.55, 0.35, 0.35]", 400),
             "{end: 0.3 s, step: 0.05 s}",
             "{type: checkpoint, every: 0.15 s}, {type: vti, fields: [velocity, pressure]}"));
    REQUIRE(run.run() == 0);
    const std::string fluid = run.bytes("out/bits-tank_0006.vti"),
                      body = run.bytes("out/bits-tank-body_0006.vtu");
    REQUIRE_FALSE(fluid.empty());
    REQUIRE_FALSE(body.empty());
    const int before = omp_get_max_threads();
    omp_set_num_threads(before == 1 ? 2 : 1);
    CHECK(run.run("again") == 0);
    CHECK(run.bytes("again/bits-tank_0006.vti") == fluid);
    CHECK(run.bytes("again/bits-tank-body_0006.vtu") == body);
    REQUIRE(run.run("continued", run / "out/checkpoint-0003.h5") == 0);
    CHECK(run.bytes("continued/bits-tank_0006.vti") == fluid);
    CHECK(run.bytes("continued/bits-tank-body_0006.vtu") == body);
    omp_set_num_threads(before);
}

TEST_CASE("Lagrangian bodies: what cannot be is refused with advice") {
    const std::string room = "      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [20, 20, 20]}\n";
    CHECK(says(refusal_of(tank(room + of_body, box("body", "[0.8, 0.3, 0.3]", 100))),
               "/tank/body reaches from 0.8 to 1.1 m along x"));
    CHECK(says(refusal_of(tank(room + of_body, box("body", "[0.3, 0.3, 0.3]", 100) +
                                                   box("other", "[0.5, 0.3, 0.3]", 100))),
               "/tank/body overlaps /tank/other"));
    CHECK(says(refusal_of(tank(
                   room + of_body +
                       "    couplings: [{type: tie, between: [body, other], distance: "
                       "1 cm, stiffness: 1000}]\n",
                   box("body", "[0.3, 0.3, 0.3]", 100) + box("other", "[0.6, 0.3, 0.3]", 100))),
               "/tank/other is material on the grid"));
    CHECK(says(refusal_of(tank(room + "      lagrangian: {damping: {mass: 1}}\n",
                               box("body", "[0.3, 0.3, 0.3]", 100))),
               "no body below is named by `lagrangian`"));
    CHECK(
        says(refusal_of(tank(room + "      lagrangian: {bodies: [small]}\n",
                             box("body", "[0.3, 0.3, 0.3]", 100) +
                                 "      - node: small\n        mesh: {type: box, size: [0.1, 0.1, "
                                 "0.1], cells: [1, 1, 1], origin: [0.4, 0.4, 0.4]}\n        "
                                 "material: {type: stvk, young: 1 kPa, poisson: 0.3}\n")),
             "/tank/small overlaps /tank/body"));
    CHECK(says(refusal_of(tank(room + "      lagrangian: {bodies: [/tank]}\n",
                               box("body", "[0.3, 0.3, 0.3]", 100))),
               "there is no body on /tank"));
    CHECK(says(refusal_of(tank(room + "      lagrangian: {bodies: [body, body]}\n",
                               box("body", "[0.3, 0.3, 0.3]", 100))),
               "/tank/body is named twice"));
    CHECK(says(refusal_of(tank(room + of_body,
                               "      - node: body\n        mesh: {type: box, size: [0.3, 0.3, "
                               "0.3], cells: [1, 1, 1], origin: [0.3, 0.3, 0.3]}\n        "
                               "material: {type: elastoplastic, of: {type: corotational, young: 1 "
                               "kPa, poisson: 0.3}, yield: 100}\n")),
               "not among lagrangian.bodies"));
}
