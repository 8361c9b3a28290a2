/// Solids on the grid of solver/eulerian_coupled that touch each other and walls.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <support/small_run.hpp>

#include "solid_room.hpp"

using namespace sinew::test;
using sinew::testing::SmallRun;

TEST_CASE("Eulerian solids: a collision keeps momentum") {
    const std::string contact = empty_room + "      contact: {stiffness: 4000, friction: 0.2}\n";
    const SmallRun run("hit", room(contact,
                                   box("light", "[0.1, 0.35, 0.35]",
                                       "        initial: {velocity: [1, 0, 0]}\n", 100) +
                                       box("heavy", "[0.6, 0.35, 0.35]",
                                           "        initial: {velocity: [-0.4, 0, 0]}\n", 400),
                                   "{end: 0.4 s, step: 0.025 s}"));
    REQUIRE(run.run() == 0);
    const auto rows = table(run, "out/hit-room-energy.csv");
    const double start = 0.027 * (100 * 1 - 400 * 0.4), size = 0.027 * (100 * 1 + 400 * 0.4);
    CHECK(rows.front()[p_x] == Approx(start).epsilon(0.02));
    CHECK(std::abs(rows.back()[p_x] - rows.front()[p_x]) < 0.01 * size);
    // In the frame of their common centre they had 2.1 J, lose most of it, and part with some.
    const double common = start * start / (2 * 0.027 * 500);
    CHECK(rows.back()[kinetic] - common > 0.01);
}

TEST_CASE("Eulerian solids: discs that meet part by contact, and stick without it") {
    const auto disc = [](const std::string& name, const std::string& x, const std::string& v) {
        return "      - node: " + name +
               "\n        mesh: {type: cylinder, radius: 18 cm, height: 1/32, around: 24, radial: "
               "4, "
               "along: 1, element: hex8}\n        transform: {translate: [" +
               x +
               ", 0, 0]}\n        material: {type: corotational, young: 300, poisson: 0.3, "
               "density: "
               "10}\n        initial: {velocity: [" +
               v + ", 0, 0]}\n        outputs: [{type: probe, at: [0, 0, 0]}]\n";
    };
    /// Of their centres, beyond two radii [m]; and its change in a second.
    const auto gap = [&](const std::string& stiffness) {
        const SmallRun run(
            "discs", room("      grid: {min: [-1, -0.5, 0], max: [1, 0.5, 1/32], cells: [64, 32, "
                          "1]}\n      walls: {all: no_slip, z_min: symmetric, z_max: symmetric}\n  "
                          "    fluid: {density: 0}\n      contact: {stiffness: " +
                              stiffness + ", distance: 2}\n",
                          disc("left", "-0.4", "0.5") + disc("right", "0.4", "-0.5"),
                          "{end: 3 s, step: 1/24 s}"));
        REQUIRE(run.run() == 0);
        const auto left = table(run, "out/discs-room-left-probe.csv");
        const auto right = table(run, "out/discs-room-right-probe.csv");
        const auto at = [&](std::size_t row) { return 0.8 - 0.36 + right[row][1] - left[row][1]; };
        return std::pair{at(right.size() - 1), at(right.size() - 1) - at(right.size() - 25)};
    };
    constexpr double cell = 1.0 / 32;
    const auto [stuck, still] = gap("0");
    CHECK(stuck < 1.2 * cell);
    CHECK(std::abs(still) < 0.01 * cell);
    const auto [parted, parting] = gap("10000");
    CHECK(parted > 1.5 * stuck);
    CHECK(parting > 0);
}

TEST_CASE("Eulerian solids: a block slides on a slope beyond the angle of friction") {
    // atan(0.3) = 16.7 degrees; a body that sticks creeps, in proportion to the substep.
    const auto run_down = [](double degrees) {
        const double angle = degrees * std::numbers::pi / 180;
        const std::string loads = "        loads: [{type: gravity, acceleration: [" +
                                  std::to_string(9.81 * std::sin(angle)) + ", 0, " +
                                  std::to_string(-9.81 * std::cos(angle)) + "]}]\n";
        const std::string solver =
            "      grid: {min: [0, 0, 0], max: [3, 0.8, 0.8], cells: [60, 16, 16]}\n      fluid: "
            "{density: 0}\n      substeps: {longest: 4 ms}\n      contact: {stiffness: 10000, "
            "friction: 0.3, distance: 2}\n";
        const std::string block =
            "      - node: block\n        mesh: {type: box, size: [0.6, 0.5, 0.3], cells: [6, 5, "
            "3], "
            "element: hex8, origin: [0.2, 0.15, 0.1]}\n        material: {type: corotational, "
            "young: "
            "200 kPa, poisson: 0.3, density: 1000}\n";
        const SmallRun run("slope", room(solver, block + loads, "{end: 1 s, step: 0.05 s}"));
        REQUIRE(run.run() == 0);
        std::vector<double> speeds;
        for (const auto& row : table(run, "out/slope-room-energy.csv"))
            speeds.push_back(row[p_x] / 90);
        return speeds;
    };
    const std::vector<double> stuck = run_down(10), sliding = run_down(30);
    CHECK(stuck[20] < 0.1 * 9.81 * std::sin(std::numbers::pi / 18));
    CHECK(std::abs(stuck[20] - stuck[12]) < 0.02);
    const double expected = 9.81 * (0.5 - 0.3 * std::cos(std::numbers::pi / 6));
    CHECK((sliding[20] - sliding[10]) / 0.5 == Approx(expected).epsilon(0.05));
}
