#include <omp.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <support/small_run.hpp>

#include "pressed_blocks.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("coupling/contact: a block pressed into another ends in one state, however many steps") {
    double energy = 0;
    for (const std::string steps : {"1", "2", "5"}) {
        CAPTURE(steps);
        const testing::SmallRun run("press", two_blocks(steps, ", thickness: 4 mm", 0.105, pushed));
        REQUIRE(run.run() == 0);
        const double total = run.table("out/press-world-energy.csv").back()[5];
        if (energy == 0) energy = total;
        CHECK(total == Approx(energy).epsilon(1e-6));
        // What presses on one block presses on the other, sideways too.
        const auto below = run.table("out/press-world-lower-probe.csv").back();
        const auto above = run.table("out/press-world-upper-probe.csv").back();
        for (std::size_t k = 1; k <= 3; ++k)
            CHECK(below[k] == Approx(-above[k]).margin(1e-7 * std::abs(below[3])));
        CHECK(below[3] > 10);
        const nlohmann::json contact = contact_of(run);
        CHECK(contact["least_gap"].get<double>() > 0);
        CHECK(contact["least_gap"].get<double>() < 0.004);
        CHECK(contact["resultants"][0]["on"] == "/world/lower");
        CHECK(contact["resultants"][0]["force"][2].get<double>() ==
              Approx(-below[3]).epsilon(1e-7));
    }
}

TEST_CASE("coupling/contact: blocks rest on each other and on a floor with their weight") {
    std::string scene =
        "sinew: 1\ntime: {end: 1 s, step: 1 s}\nscene:\n  - node: world\n"
        "    couplings: [{type: contact, thickness: 4 mm, stiffness: 100 kPa, "
        "obstacles: [{plane: {normal: [0, 0, 1]}}]}]\n"
        "    solver: {type: static, newton: {max_iterations: 100, tolerance: 1e-9}}\n"
        "    children:\n";
    for (int k = 0; k < 3; ++k)
        scene += "      - node: block_" + std::to_string(k) + "\n        transform: {translate: [" +
                 std::to_string(0.007 * k) + ", 0, " + std::to_string(0.0035 + 0.1035 * k) +
                 "]}\n        mesh: {type: box, size: [0.1, 0.1, 0.1], cells: [" +
                 std::to_string(2 + k) + ", 3, 2], element: tet4}\n" + rubber +
                 "        loads: [{type: gravity}]\n        constraints: [{type: prescribed, axes: "
                 "[x, y], where: all}]\n";
    const testing::SmallRun run("stack", scene);
    REQUIRE(run.run() == 0);
    const double weight = 1000 * 0.1 * 0.1 * 0.1 * 9.81;
    const nlohmann::json resultants = contact_of(run)["resultants"];
    REQUIRE(resultants.size() == 3);
    // By bodies: block 0 under block 1, block 0 on the floor, block 1 under block 2.
    const double above[] = {-2 * weight, 3 * weight, -weight};
    for (std::size_t k = 0; k < 3; ++k)
        CHECK(resultants[k]["force"][2].get<double>() == Approx(above[k]).epsilon(1e-6));
}

TEST_CASE(
    "coupling/contact: on a slope of 0.99 of the angle of friction a block creeps, at 1.01 "
    "it slides") {
    const auto speeds = [](double of, double start) {
        const testing::SmallRun run(
            "slope",
            "sinew: 1\nlet: {of: " + std::to_string(of) +
                "}\ntime: {end: 0.3 s, step: 1/100 s}\nscene:\n  - node: world\n"
                "    couplings: [{type: contact, thickness: 2 mm, stiffness: 1 MPa, friction: 0.5, "
                "stick_speed: 1 mm/s, obstacles: [{plane: {normal: [0, 0, 1]}}]}]\n"
                "    solver: {type: implicit_euler, newton: {tolerance: 1e-8}}\n"
                "    children:\n      - node: block\n"
                "        transform: {translate: [0, 0, 1.9765 mm]}\n"
                "        mesh: {type: box, size: [0.2, 0.2, 0.05], cells: [2, 2, 1]}\n"
                "        material: {type: stable_neo_hookean, young: 5 MPa, poisson: 0.3}\n"
                "        initial: {velocity: [" +
                std::to_string(start) +
                ", 0, 0]}\n"
                "        loads: [{type: gravity, acceleration: [\"9.81*sin(atan(${of}*0.5))\", 0, "
                "\"-9.81*cos(atan(${of}*0.5))\"]}]\n"
                "        outputs: [{type: probe, at: [0.1, 0.1, 0.025], quantities: "
                "[velocity]}]\n");
        REQUIRE(run.run() == 0);
        std::vector<double> along;
        for (const auto& row : run.table("out/slope-world-block-probe.csv"))
            along.push_back(row[1]);
        return along;
    };
    for (const double v : speeds(0.99, 0)) CHECK(std::abs(v) < 1e-3);
    const std::vector<double> sliding = speeds(1.01, 0.2);
    const double angle = std::atan(0.505);
    const double slide = 9.81 * (std::sin(angle) - 0.5 * std::cos(angle));
    CHECK((sliding[30] - sliding[20]) / 0.1 == Approx(slide).epsilon(0.01));
}

TEST_CASE("coupling/contact: cubes that collide keep their momenta, and gain no energy") {
    const auto collide = [](const std::string& step) {
        std::string scene = "sinew: 1\ntime: {end: 0.12 s, step: " + step +
                            "}\nscene:\n  - node: world\n"
                            "    couplings: [{type: contact, thickness: 5 mm, stiffness: 50 kPa}]\n"
                            "    solver: {type: implicit_newmark, newton: {tolerance: 1e-10}}\n"
                            "    outputs: [{type: energy}]\n    children:\n";
        for (const double side : {-1.0, 1.0})
            scene += std::string("      - node: ") + (side < 0 ? "left" : "right") +
                     "\n        transform: {translate: [" + std::to_string(0.11 * side) + ", " +
                     std::to_string(0.03 * side) +
                     ", 0]}\n        mesh: {type: box, size: [0.2, 0.2, 0.2], cells: [2, " +
                     (side < 0 ? "2" : "3") + ", 2], element: tet4}\n" + rubber +
                     "        initial: {velocity: [" + std::to_string(-side) + ", 0, 0]}\n";
        const testing::SmallRun run("collide", scene);
        REQUIRE(run.run() == 0);
        const auto rows = run.table("out/collide-world-energy.csv");
        double most = 0;
        for (const auto& row : rows) most = std::max(most, row[5]);
        CHECK(most < 1.001 * rows[0][5]);
        // They have met, and go apart.
        CHECK(rows.back()[1] < 0.95 * rows[0][1]);
        for (std::size_t k = 6; k < 9; ++k) CHECK(std::abs(rows.back()[k]) < 1e-10);
        Eigen::Vector3d change;
        for (std::size_t k = 0; k < 3; ++k)
            change[Eigen::Index(k)] = rows.back()[9 + k] - rows[0][9 + k];
        return change.norm();
    };
    // The trapezoidal rule keeps the angular momentum to its order only, whatever the forces.
    const double coarse = collide("1/4000 s"), fine = collide("1/8000 s");
    CHECK(fine < 0.5 * coarse);
    CHECK(fine < 1e-6);
}

TEST_CASE("coupling/contact: obstacles press as much as they are pressed, in steps of any length") {
    const auto pressed = [](const std::string& steps, const std::string& obstacle) {
        const testing::SmallRun run(
            "press", "sinew: 1\ntime: {end: 1 s, step: 1/" + steps +
                         " s}\nscene:\n  - node: world\n    couplings: [{type: contact, "
                         "thickness: 4 mm, stiffness: 100 kPa, obstacles: [" +
                         obstacle +
                         "]}]\n    solver: {type: static, newton: {max_iterations: 100, "
                         "tolerance: 1e-9}}\n    outputs: [{type: energy}]\n    children:\n"
                         "      - node: pad\n        mesh: {type: box, size: [0.2, 0.2, 0.1], "
                         "cells: [5, 4, 3], element: tet4}\n" +
                         rubber +
                         "        constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], "
                         "offset: 0}}}]\n        outputs: [{type: probe, quantities: [reaction], "
                         "where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n");
        REQUIRE(run.run() == 0);
        const auto reaction = run.table("out/press-world-pad-probe.csv").back();
        const nlohmann::json force = contact_of(run)["resultants"][0]["force"];
        CHECK(reaction[3] > 10);
        for (std::size_t k = 0; k < 3; ++k)
            CHECK(reaction[k + 1] ==
                  Approx(-force[k].get<double>()).margin(1e-7 * std::abs(reaction[3])));
        return run.table("out/press-world-energy.csv").back()[5];
    };
    const std::string down = "{keyframes: [[0 s, [0, 0, 0]], [1 s, [3 mm, 0, -2.5 cm]]]}";
    for (const std::string obstacle :
         {"{plane: {normal: [0, 0, -1], point: {keyframes: [[0 s, [0, 0, 0.105]], "
          "[1 s, [0, 0, 0.08]]]}}}",
          "{sphere: {radius: 6 cm, center: {keyframes: [[0 s, [0.09, 0.11, 0.165]], "
          "[1 s, [0.093, 0.11, 0.14]]]}}}"}) {
        CAPTURE(obstacle);
        const double energy = pressed("1", obstacle);
        CHECK(pressed("3", obstacle) == Approx(energy).epsilon(1e-9));
    }
    const std::string ball =
        "{surface: {mesh: {type: isosurface, edge: 3 cm, shape: {sphere: {center: [0.09, 0.11, "
        "0.165], radius: 0.06}}}, displacement: " +
        down + "}}";
    CHECK(pressed("3", ball) == Approx(pressed("1", ball)).epsilon(1e-6));
}

TEST_CASE("coupling/contact: bodies at rest beside their own faces feel nothing of themselves") {
    const std::string scene =
        "sinew: 1\ntime: {end: 0.1 s, step: 0.1 s}\nscene:\n  - node: plate\n"
        "    mesh: {type: box, size: [1, 1, 0.05], cells: [6, 6, 1], element: tet4}\n"
        "    material: {type: neo_hookean, young: 1 MPa, poisson: 0.3}\n"
        "    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]\n"
        "    couplings: [{type: contact, thickness: 1.2 cm, stiffness: 1 MPa}]\n"
        "    solver: {type: static}\n    outputs: [{type: energy}]\n";
    const testing::SmallRun run("plate", scene);
    REQUIRE(run.run() == 0);
    for (const auto& row : run.table("out/plate-plate-energy.csv")) CHECK(row[5] == 0);
}

TEST_CASE("coupling/contact: explicit steps take the law of bounded stiffness, or end") {
    const auto scene = [](const std::string& stiffness) {
        std::string text =
            "sinew: 1\ntime: {end: 0.15 s, step: 1/200 s}\nscene:\n  - node: world\n"
            "    couplings: [{type: contact, potential: offset, thickness: 1 cm, stiffness: " +
            stiffness +
            "}]\n    solver: {type: central_difference}\n    outputs: [{type: energy}]\n"
            "    children:\n";
        for (const double side : {-1.0, 1.0})
            text += std::string("      - node: ") + (side < 0 ? "left" : "right") +
                    "\n        transform: {translate: [" + std::to_string(0.11 * side) + ", " +
                    std::to_string(0.03 * side) +
                    ", 0]}\n        mesh: {type: box, size: [0.2, 0.2, 0.2], cells: [2, " +
                    (side < 0 ? "2" : "3") + ", 2], element: tet4}\n" + rubber +
                    "        initial: {velocity: [" + std::to_string(-side) + ", 0, 0]}\n";
        return text;
    };
    const testing::SmallRun run("explicit", scene("500 kPa"));
    REQUIRE(run.run() == 0);
    const auto rows = run.table("out/explicit-world-energy.csv");
    for (const auto& row : rows) CHECK(row[5] < 1.01 * rows[0][5]);
    CHECK(rows.back()[1] < 0.95 * rows[0][1]);
    for (std::size_t k = 6; k < 9; ++k) CHECK(std::abs(rows.back()[k]) < 1e-10);
    const testing::SmallRun soft("soft", scene("1 kPa"));
    CHECK(soft.run() == 1);
    CHECK_THAT(soft.bytes("out/run.json"),
               Catch::Contains("the skins of /world/left and /world/right intersect") &&
                   Catch::Contains("give it more than 1e+03 Pa"));
}

TEST_CASE("coupling/contact: friction slows explicit steps by mu g, and bounds their length") {
    // A stiff, light block on a floor; without friction's share in the stable step it would shake.
    const testing::SmallRun run(
        "slide",
        "sinew: 1\ntime: {end: 0.05 s, step: 1/400 s}\nscene:\n  - node: world\n"
        "    couplings: [{type: contact, potential: offset, thickness: 4 mm, stiffness: 100 kPa, "
        "friction: 0.3, stick_speed: 1 mm/s, obstacles: [{plane: {}}]}]\n"
        "    solver: {type: central_difference, damping: {mass: 0}}\n    children:\n"
        "      - node: block\n        transform: {translate: [0, 0, 3.99 mm]}\n"
        "        mesh: {type: box, size: [0.1, 0.1, 0.025], cells: [3, 3, 1], element: tet4}\n"
        "        material: {type: stable_neo_hookean, young: 50 kPa, poisson: 0.3}\n"
        "        initial: {velocity: [0.5, 0, 0]}\n        loads: [{type: gravity}]\n"
        "        outputs: [{type: energy}]\n");
    REQUIRE(run.run() == 0);
    const auto rows = run.table("out/slide-world-energy.csv");
    const double mass = 1000 * 0.1 * 0.1 * 0.025, slowed = (rows[0][6] - rows.back()[6]) / mass;
    CHECK(slowed == Approx(0.3 * 9.81 * 0.05).epsilon(0.02));
}

TEST_CASE(
    "coupling/contact: in contact a checkpoint goes on bit by bit, on any number of threads") {
    const std::string scene = two_blocks(
        "8",
        ", thickness: 4 mm, friction: 0.3, obstacles: [{sphere: {radius: 3 cm, "
        "center: {expr: [\"0.09\", \"0.1\", \"0.235 - 0.01*t\"]}}}]",
        0.103,
        "        loads: [{type: gravity}]\n        outputs: [{type: checkpoint, every: 0.5 s}]\n",
        "implicit_euler");
    std::vector<std::string> tables;
    for (const int threads : {1, 2, 4}) {
        const int before = omp_get_max_threads();
        omp_set_num_threads(threads);
        const testing::SmallRun run("rest", scene);
        REQUIRE(run.run() == 0);
        omp_set_num_threads(before);
        tables.push_back(run.bytes("out/rest-world-energy.csv"));
        CHECK(contact_of(run)["pairs"] > 10);
        if (threads != 2) continue;
        REQUIRE(run.run("again", run / "out/checkpoint-0004.h5") == 0);
        const auto whole = run.table("out/rest-world-energy.csv"),
                   rest = run.table("again/rest-world-energy.csv");
        CHECK(whole.back() == rest.back());
    }
    CHECK(tables[1] == tables[0]);
    CHECK(tables[2] == tables[0]);
}
