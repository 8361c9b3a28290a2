#include <catch2/catch.hpp>

#include "plugins/output/surface_run.hpp"

using namespace sinew::testing;
using Catch::Contains;

namespace {

/// Two bones turn, and one of them moves; the third hangs on them.
const std::string moving_rig =
    "    rig:\n"
    "      type: skeleton\n"
    "      joints:\n"
    "        - {name: upper, at: [0, 0, 0], keyframes: [{time: 0 s}, {time: 0.2 s, turn: {axis: "
    "[0, 0, 1], angle: 50 deg}, move: [0.1, 0, 0.3]}]}\n"
    "        - {name: lower, parent: upper, at: [0.5, 0, 0], keyframes: [{time: 0 s}, {time: 0.2 "
    "s, turn: {axis: [1, -2, 0.5], angle: 170 deg}}]}\n"
    "        - {name: hand, parent: lower, at: [1, 0, 0.2], tail: [1.2, 0, 0]}\n";

/// Whether same_joints.py finds the skeleton of the file and the table the same.
bool has_same_joints(const OutputRun& run, const std::string& folder = "out") {
    const std::string command = "/usr/bin/python3 " SINEW_SOURCE_DIR
                                "/tests/plugins/output/same_joints.py '" +
                                (run / (folder + "/fall-block.usda")).string() + "' '" +
                                (run / (folder + "/fall-block-joints.csv")).string() + "'";
    return std::system(command.c_str()) == 0;
}

}  // namespace

TEST_CASE(
    "output/usda: points at each time code, read by the tests' reader, are those of the OBJ") {
    const OutputRun scene("[{type: usda, every: 0.05 s}, {type: obj, every: 0.05 s}]");
    REQUIRE(scene.run() == 0);
    CHECK(is_same_surface(scene, "fall-block.usda"));
    const std::string text = scene.bytes("out/fall-block.usda");
    CHECK_THAT(text, Contains("timeCodesPerSecond = 24\n") && Contains("upAxis = \"Z\"\n") &&
                         Contains("metersPerUnit = 1\n") && Contains("startTimeCode = 0\n"));
    CHECK_THAT(text, !Contains("Skeleton"));
    CHECK(report_of(scene, "frames")["frames"] == 5);
}

TEST_CASE(
    "output/usda: another rate, with y up, of a visual surface and a name USD does not take") {
    const OutputRun scene(
        "[{type: usda, every: 0.1 s, rate: 100 Hz, up: y, name: 2nd take}, {type: obj, every: 0.1 "
        "s}]");
    change(scene, "    loads:",
           "    visual: {mesh: {type: isosurface, shape: {sphere: {center: [0.5, 0.5, 0.5], "
           "radius: 0.3}}, edge: 0.1}}\n    loads:");
    REQUIRE(scene.run() == 0);
    CHECK(is_same_surface(scene, "fall-2nd take.usda", "--y-up"));
    CHECK_THAT(scene.bytes("out/fall-2nd take.usda"),
               Contains("defaultPrim = \"_2nd_take\"") && Contains("endTimeCode = 20\n"));
}

TEST_CASE("output/usda: the rig stands beside as a skeleton that moves as its joints do") {
    const OutputRun scene(
        "[{type: usda, every: 0.02 s}, {type: obj, every: 0.02 s}, {type: joints, every: 0.02 s}]");
    change(scene, "    loads:", moving_rig + "    loads:");
    REQUIRE(scene.run() == 0);
    CHECK(is_same_surface(scene, "fall-block.usda"));
    CHECK(has_same_joints(scene));
    CHECK_THAT(scene.bytes("out/fall-block.usda"),
               Contains("joints = [\"upper\", \"upper/lower\", \"upper/lower/hand\"]"));
}

TEST_CASE("output/usda: a continued run leaves the file of an unbroken one, byte for byte") {
    const OutputRun scene("[{type: usda, every: 0.02 s}, {type: checkpoint, every: 0.1 s}]");
    change(scene, "    loads:", moving_rig + "    loads:");
    REQUIRE(scene.run("whole") == 0);
    change(scene, "end: 0.2 s", "end: 0.13 s");
    REQUIRE(scene.run("parts") == 0);
    CHECK(report_of(scene, "frames", "parts")["frames"] == 8);
    change(scene, "end: 0.13 s", "end: 0.2 s");
    REQUIRE(scene.run("parts", scene / "parts/checkpoint-0010.h5") == 0);
    CHECK(report_of(scene, "frames", "parts")["frames"] == 11);
    CHECK((scene.bytes("parts/fall-block.usda") == scene.bytes("whole/fall-block.usda")));
}

TEST_CASE(
    "output/usda: a run does not go on with the file of another surface, or of another rate") {
    const OutputRun scene("[{type: usda}, {type: checkpoint, every: 0.1 s}]");
    REQUIRE(scene.run() == 0);
    std::string text = scene.bytes("out/fall-block.usda");
    const std::string words = GENERATE("point3f[] points = [(", "timeCodesPerSecond = ");
    text.insert(text.find(words) + words.size(), "7");
    std::ofstream(scene / "out/fall-block.usda") << text;
    REQUIRE(scene.run("out", scene / "out/checkpoint-0010.h5") == 2);
    CHECK_THAT(scene.bytes("out/run.json"),
               Contains("shows another surface than this run, or counts its time otherwise") &&
                   Contains("move it away, or continue into another folder with -o"));
}
