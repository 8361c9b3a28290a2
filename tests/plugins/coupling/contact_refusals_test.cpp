/// Scenes that coupling/contact refuses, and motions that leave no state: what is said of them.

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <support/small_run.hpp>

#include "pressed_blocks.hpp"

using namespace sinew;
using namespace sinew::test;

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
                           Catch::Contains(" meet near [") &&
                           (Catch::Contains(" (prescribed) meet near") ||
                            Catch::Contains(" (prescribed) and /world/")) &&
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
