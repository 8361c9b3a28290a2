#include <omp.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <support/small_run.hpp>

using namespace sinew;

namespace {

const std::string rubber =
    "        material: {type: stable_neo_hookean, young: 100 kPa, poisson: 0.3}\n";

/// A block on the ground and another above it, under one static solver. Indented as nodes of
/// `world` are; `second`: lines of the upper node beside mesh, material and place.
std::string two_blocks(const std::string& steps, const std::string& contact, double height,
                       const std::string& second, const std::string& solver = "static") {
    return "sinew: 1\ntime: {end: 1 s, step: 1/" + steps +
           " s}\nscene:\n  - node: world\n    couplings: [{type: contact, stiffness: 100 kPa" +
           contact + "}]\n    solver: {type: " + solver +
           ", newton: {max_iterations: 100, tolerance: 1e-9}}\n    outputs: [{type: energy}]\n"
           "    children:\n      - node: lower\n"
           "        mesh: {type: box, size: [0.2, 0.2, 0.1], cells: [4, 4, 2], element: tet4}\n" +
           rubber +
           "        constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n"
           "        outputs: [{type: probe, quantities: [reaction], "
           "where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n"
           "      - node: upper\n"
           "        transform: {translate: [0.043, 0.057, " +
           std::to_string(height) +
           "]}\n        mesh: {type: box, size: [0.1, 0.1, 0.1], cells: [3, 3, 3], element: "
           "tet4}\n" +
           rubber + second;
}

const std::string pushed =
    "        constraints: [{type: prescribed, where: {plane: {normal: [0, 0, 1], offset: 0.1}},\n"
    "          displacement: {keyframes: [[0 s, [0, 0, 0]], [1 s, [0, 0, -3 cm]]]}}]\n"
    "        outputs: [{type: probe, quantities: [reaction], "
    "where: {plane: {normal: [0, 0, 1], offset: 0.1}}}]\n";

nlohmann::json contact_of(const testing::SmallRun& run) {
    return nlohmann::json::parse(
        run.bytes("out/run.json"))["solvers"]["/world"]["bodies"]["coupling/contact"][0];
}

}  // namespace

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

TEST_CASE("coupling/contact: what it cannot take is refused with its place") {
    const auto message = [](const std::string& scene) {
        const testing::SmallRun run("scene", scene);
        CHECK(run.run() == 2);
        return run.bytes("out/run.json");
    };
    CHECK_THAT(message(two_blocks("1", "", 0.09, pushed)),
               Catch::Contains("\"line\": 5") &&
                   Catch::Contains("skins intersect or touch at the start in 42 places: ") &&
                   Catch::Contains("/world/lower and /world/upper near [") &&
                   Catch::Contains("move the bodies apart, or mend the mesh"));
    std::string explicit_steps = two_blocks("1", "", 0.105, pushed);
    const std::string written = "{type: static, newton: {max_iterations: 100, tolerance: 1e-9}}";
    explicit_steps.replace(explicit_steps.find(written), written.size(),
                           "{type: central_difference}");
    CHECK_THAT(message(explicit_steps),
               Catch::Contains("coupling/contact of /world knows no bound on its stiffness") &&
                   Catch::Contains("potential: offset"));
    std::string few = two_blocks("1", "", 0.105, pushed);
    few.replace(few.find(written), written.size(), "{type: static, newton: {iterations: 3}}");
    CHECK_THAT(message(few),
               Catch::Contains("coupling/contact of /world needs steps that are solved to their "
                               "end"));
    const auto with = [&](const std::string& more) {
        return message(two_blocks("1", more, 0.105, pushed));
    };
    CHECK_THAT(with(", thickness: 3 cm"), Catch::Contains("more than a quarter of the thinnest") &&
                                              Catch::Contains("a tenth of the lesser"));
    CHECK_THAT(with(", thickness: 1e-8"), Catch::Contains("less than a millionth"));
    CHECK_THAT(with(", thickness: 0"), Catch::Contains("thickness"));
    CHECK_THAT(with(", friction: -0.1"), Catch::Contains("friction"));
    CHECK_THAT(with(", obstacles: [{}]"), Catch::Contains("and this is none"));
    CHECK_THAT(with(", obstacles: [{plane: {}, sphere: {radius: 1}}]"),
               Catch::Contains("and this is several"));
    CHECK_THAT(with(", obstacles: [{plane: {normal: [0, 0, 0]}}]"),
               Catch::Contains("a plane needs a direction"));
    CHECK_THAT(with(", obstacles: [{plane: {point: [0, 0, 0.05]}}]"),
               Catch::Contains("skins intersect or touch at the start") &&
                   Catch::Contains("/world/plane (obstacles[0])"));
    const testing::SmallRun place("place", "");
    std::ofstream(place / "open.off") << "OFF\n4 3 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n"
                                         "3 0 2 1\n3 0 1 3\n3 0 3 2\n";
    CHECK_THAT(with(", obstacles: [{surface: {mesh: {type: file, file: " +
                    (place / "open.off").string() + "}}}]"),
               Catch::Contains("the surface is not closed: 3 border edges"));
    std::ofstream(place / "out.off") << "OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n"
                                        "3 0 1 2\n3 0 3 1\n3 0 2 3\n3 1 3 2\n";
    CHECK_THAT(with(", obstacles: [{surface: {mesh: {type: file, file: " +
                    (place / "out.off").string() + "}}}]"),
               Catch::Contains("the surface is inside out"));
}

TEST_CASE("coupling/contact: what intersects at the start is left out until it has come apart") {
    // The upper block starts 1 cm in the lower one, is drawn out, and then pressed on it.
    const std::string motion =
        "        constraints: [{type: prescribed, where: {plane: {normal: [0, 0, 1], offset: "
        "0.1}},\n"
        "          displacement: {keyframes: [[0 s, [0, 0, 0]], [0.5 s, [0, 0, 2 cm]], [1 s, [0, "
        "0, "
        "0]]]}}]\n        outputs: [{type: checkpoint, keep: 100}, {type: probe, quantities: "
        "[reaction], where: {plane: {normal: [0, 0, 1], offset: 0.1}}}]\n";
    const testing::SmallRun refused("inside", two_blocks("10", ", thickness: 4 mm", 0.09, motion));
    CHECK(refused.run() == 2);
    CHECK_THAT(refused.bytes("out/run.json"), Catch::Contains("at_start: ignore_until_apart"));
    const testing::SmallRun run(
        "inside",
        two_blocks("10", ", thickness: 4 mm, at_start: ignore_until_apart", 0.09, motion));
    REQUIRE(run.run() == 0);
    const auto rows = run.table("out/inside-world-upper-probe.csv");
    for (const auto& row : rows)
        if (row[0] < 0.55) CHECK(std::abs(row[3]) < 1e-6);  // nothing touches yet
    CHECK(rows.back()[3] < -10);  // the same place as at the start, and now it presses
    CHECK(contact_of(run)["intersections_left_out"] == 0);
    CHECK_FALSE(contact_of(run).contains("tangles"));
    // From a checkpoint with what is left out, and from one where nothing is.
    for (const std::string from : {"0002", "0007"}) {
        CAPTURE(from);
        REQUIRE(run.run("again", run / ("out/checkpoint-" + from + ".h5")) == 0);
        CHECK(run.table("again/inside-world-upper-probe.csv").back() == rows.back());
    }
    const testing::SmallRun stays(
        "stays",
        two_blocks("2", ", thickness: 4 mm, at_start: ignore_until_apart", 0.09,
                   "        constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: "
                   "0.1}}}]\n"));
    REQUIRE(stays.run() == 0);
    CHECK(contact_of(stays)["intersections_left_out"] == 42);
    CHECK(contact_of(stays)["tangles"] == 1);
}

TEST_CASE(
    "coupling/contact: two bones that close on each other are named, and what they have to go") {
    // A bone is pushed through a pad that is held from below: no tissue is left between them.
    const testing::SmallRun run(
        "bones",
        "sinew: 1\ntime: {end: 1 s, step: 1/2 s}\nscene:\n  - node: world\n"
        "    couplings: [{type: contact, thickness: 4 mm}]\n"
        "    solver: {type: static, newton: {max_iterations: 20}, max_cutbacks: 1}\n"
        "    children:\n      - node: pad\n"
        "        mesh: {type: box, size: [0.2, 0.2, 0.04], cells: [4, 4, 2], element: tet4}\n" +
            rubber +
            "        constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n"
            "      - node: bone\n        transform: {translate: [0.05, 0.05, 0.05]}\n"
            "        mesh: {type: box, size: [0.1, 0.1, 0.04], cells: [2, 2, 1], element: tet4}\n" +
            rubber +
            "        constraints: [{type: prescribed, where: {box: {min: [-1, -1, -1], max: [1, 1, "
            "1]}}, displacement: {expr: [\"0\", \"0\", \"-0.24*t\"]}}]\n");
    CHECK(run.run() == 1);
    const std::string report = run.bytes("out/run.json");
    CHECK_THAT(report, Catch::Contains("at time 0.5 s") &&
                           Catch::Contains("what is prescribed still has ") &&
                           Catch::Contains("the skins of /world/") &&
                           Catch::Contains("/world/bone (prescribed)") &&
                           Catch::Contains("attach bones by springs"));
}

TEST_CASE(
    "coupling/contact: what is prescribed gets there, or the step fails, with any iterations") {
    // A floor that rises by 5 cm in each step throws a cube up; one iteration does not get it
    // there.
    const auto risen = [](const std::string& newton) {
        const testing::SmallRun run(
            "rising",
            "sinew: 1\ntime: {end: 0.1 s, step: 1/100 s}\nscene:\n  - node: cube\n"
            "    transform: {translate: [0, 0, 0.02]}\n"
            "    mesh: {type: box, size: [0.2, 0.2, 0.2], cells: [3, 3, 3], element: tet4}\n"
            "    material: {type: stable_neo_hookean, young: 100 kPa, poisson: 0.4}\n"
            "    couplings: [{type: contact, potential: offset, obstacles: [{plane: {point: {expr: "
            "[\"0\", \"0\", \"5*t\"]}}}]}]\n    solver: {type: implicit_euler" +
                newton + "}\n    outputs: [{type: probe, at: [0, 0, 0]}]\n");
        if (run.run() != 0) return -1.0;
        return run.table("out/rising-cube-probe.csv").back()[3];
    };
    CHECK(risen("") > 0.48);
    const double at_once = risen(", newton: {iterations: 1, line_search: false}");
    CHECK((at_once == -1 || at_once > 0.48));
}

TEST_CASE("coupling/contact: what lies in something as a whole is refused") {
    const testing::SmallRun run(
        "inside",
        "sinew: 1\ntime: {end: 0.1 s, step: 1/100 s}\nscene:\n  - node: cube\n"
        "    mesh: {type: box, size: [0.2, 0.2, 0.2], cells: [2, 2, 2], element: tet4}\n"
        "    material: {type: stable_neo_hookean, young: 100 kPa, poisson: 0.4}\n"
        "    couplings: [{type: contact, obstacles: [{surface: {mesh: {type: box, size: [1, 1, 1], "
        "origin: [-0.4, -0.4, -0.4], cells: [3, 3, 3]}}}]}]\n"
        "    solver: {type: implicit_euler}\n");
    CHECK(run.run() == 2);
    CHECK_THAT(run.bytes("out/run.json"),
               Catch::Contains("/cube starts inside /cube/surface (obstacles[0])"));
}

TEST_CASE("coupling/contact: what prescribed parts do to each other is counted, and told once") {
    // The top of one block is held, and the underside of another goes through it.
    const testing::SmallRun run(
        "through",
        two_blocks("4", ", thickness: 4 mm", 0.105,
                   "        constraints: [{type: prescribed, where: {box: {min: [-1, -1, -1], max: "
                   "[1, 1, 1]}}, displacement: {expr: [\"0\", \"0\", \"-0.03*t\"]}}]\n"));
    std::string text = run.bytes("through.yaml");
    const std::string base =
        "where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n        outputs: [{type: probe, "
        "quantities";
    const std::size_t at = text.find(base);
    REQUIRE(at != std::string::npos);
    text.replace(at, std::string("where: {plane: {normal: [0, 0, 1], offset: 0}}").size(),
                 "where: {box: {min: [-1, -1, -1], max: [1, 1, 1]}}");
    std::ofstream(run / "through.yaml") << text;
    REQUIRE(run.run() == 0);
    CHECK(contact_of(run)["intersections_left_out"] > 10);
    CHECK(contact_of(run)["pairs"] == 0);
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
