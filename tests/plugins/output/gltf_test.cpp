#include <catch2/catch.hpp>

#include "plugins/output/surface_run.hpp"

using namespace sinew::testing;
using Catch::Contains;
using nlohmann::json;

namespace {

/// The JSON of a .glb.
json head_of(const std::string& glb) {
    REQUIRE(glb.substr(0, 4) == "glTF");
    std::uint32_t n_bytes = 0;
    std::memcpy(&n_bytes, glb.data() + 12, 4);
    return json::parse(glb.substr(20, n_bytes));
}

}  // namespace

TEST_CASE("output/gltf: a target a frame, read by a script of its own, is the OBJ of that frame") {
    const OutputRun scene("[{type: gltf, every: 0.05 s}, {type: obj, every: 0.05 s}]");
    REQUIRE(scene.run() == 0);
    CHECK(is_same_surface(scene, "fall-block.glb"));
    const json head = head_of(scene.bytes("out/fall-block.glb"));
    CHECK(head["asset"]["version"] == "2.0");
    CHECK(head["nodes"][0]["rotation"][0].get<double>() == Approx(-std::sqrt(0.5)));
    CHECK(head["meshes"][0]["extras"]["targetNames"] ==
          json({"0 s", "0.05 s", "0.1 s", "0.15 s", "0.2 s"}));
    // It falls by g t^2 / 2 = 0.2 m: the last target's displacements along z.
    const int last = head["meshes"][0]["primitives"][0]["targets"][4]["POSITION"];
    CHECK(head["accessors"][last]["min"][2].get<double>() == Approx(-0.2).epsilon(1e-4));
    CHECK(head["accessors"][last]["max"][2].get<double>() == Approx(-0.2).epsilon(1e-4));
}

TEST_CASE("output/gltf: as text, with y up, in steps and with normals") {
    const OutputRun scene(
        "[{type: gltf, format: gltf, up: y, interpolation: steps, normals: true, every: 0.1 s}, "
        "{type: obj, every: 0.1 s}]");
    REQUIRE(scene.run() == 0);
    CHECK(is_same_surface(scene, "fall-block.gltf", "--y-up"));
    const json head = json::parse(scene.bytes("out/fall-block.gltf"));
    CHECK(!head["nodes"][0].contains("rotation"));
    CHECK(head["animations"][0]["samplers"][0]["interpolation"] == "STEP");
    CHECK(head["meshes"][0]["primitives"][0]["targets"][0].contains("NORMAL"));
}

TEST_CASE("output/gltf: the surface that a body carries along, or its skin") {
    for (const std::string which : {"visual", "skin"}) {
        const OutputRun scene("[{type: gltf, every: 0.1 s, surface: " + which +
                              "}, {type: obj, every: 0.1 s, surface: " + which + "}]");
        change(scene, "    loads:",
               "    visual: {mesh: {type: isosurface, shape: {sphere: {center: [0.5, 0.5, 0.5], "
               "radius: 0.3}}, edge: 0.1}}\n    loads:");
        REQUIRE(scene.run() == 0);
        CHECK(is_same_surface(scene, "fall-block.glb"));
        const json head = head_of(scene.bytes("out/fall-block.glb"));
        const int n = head["accessors"][0]["count"];
        CHECK((which == "skin" ? n == 26 : n != 26));
    }
    const OutputRun scene("[{type: gltf, surface: visual}]");
    REQUIRE(scene.run() == 2);
    CHECK_THAT(scene.bytes("out/run.json"),
               Contains("/block has no visual surface") && Contains("or take its skin"));
}

TEST_CASE("output/gltf: a continued run leaves the file of an unbroken one, byte for byte") {
    const OutputRun scene("[{type: gltf, every: 0.02 s}, {type: checkpoint, every: 0.1 s}]");
    REQUIRE(scene.run("whole") == 0);
    change(scene, "end: 0.2 s", "end: 0.13 s");
    REQUIRE(scene.run("parts") == 0);
    CHECK(report_of(scene, "frames", "parts")["frames"] == 8);
    change(scene, "end: 0.13 s", "end: 0.2 s");
    REQUIRE(scene.run("parts", scene / "parts/checkpoint-0010.h5") == 0);
    CHECK(report_of(scene, "frames", "parts")["frames"] == 11);
    CHECK(scene.bytes("parts/fall-block.glb") == scene.bytes("whole/fall-block.glb"));
}

TEST_CASE("output/gltf: a run does not go on with the file of another surface") {
    const OutputRun scene("[{type: gltf}, {type: checkpoint, every: 0.1 s}]");
    REQUIRE(scene.run() == 0);
    std::string glb = scene.bytes("out/fall-block.glb");
    const std::size_t at = glb.find("BIN");
    glb[at + 4 + 3] = 0x7e;  // a coordinate is another
    std::ofstream(scene / "out/fall-block.glb", std::ios::binary) << glb;
    REQUIRE(scene.run("out", scene / "out/checkpoint-0010.h5") == 2);
    CHECK_THAT(scene.bytes("out/run.json"),
               Contains("the file shows another surface than this run") &&
                   Contains("move it away, or continue into another folder with -o"));
}

TEST_CASE("output/gltf: morph targets of a visual surface play while the body moves it") {
    // The stalk hangs in the falling block; its clip swells it by 5 cm after 0.1 s of the scene.
    const OutputRun scene(
        "[{type: gltf, every: 0.05 s}, {type: obj, every: 0.05 s}, {type: vtu, every: 0.1 s}]");
    change(scene, "    loads:",
           "    visual: {mesh: {type: file, scale: 0.5, file: " SINEW_SOURCE_DIR
           "/scenes/rig/stalk.gltf}, clip: breathe, speed: 10}\n    loads:");
    change(scene, "size: [1, 1, 1]", "size: [1, 1, 1], origin: [-0.5, -0.2, -0.5]");
    REQUIRE(scene.run() == 0);
    CHECK(is_same_surface(scene, "fall-block.glb"));
    const auto place = [&](int frame, int vertex) {
        std::istringstream text(scene.bytes("out/fall-block_000" + std::to_string(frame) + ".obj"));
        std::string line;
        for (int k = 0; k <= vertex; ++k) std::getline(text, line);
        std::istringstream words(line.substr(2));
        Eigen::Vector3d x;
        words >> x[0] >> x[1] >> x[2];
        return x;
    };
    // Vertex 1 + 16 * 12 is at y = 0.6 m of the file, where the swelling is whole, and at z = 0.
    const Eigen::Vector3d rest = place(0, 193), swollen = place(2, 193), after = place(4, 193);
    CHECK((swollen - rest - Eigen::Vector3d(0.025, 0, -0.05)).norm() < 2e-4);
    CHECK((after - rest - Eigen::Vector3d(0, 0, -0.2)).norm() < 2e-4);
    const OutputRun without("[{type: gltf}]");
    change(without, "    loads:",
           "    visual: {mesh: {type: isosurface, shape: {sphere: {center: [0.5, 0.5, 0.5], "
           "radius: 0.3}}, "
           "edge: 0.1}, clip: a}\n    loads:");
    REQUIRE(without.run() == 2);
    CHECK_THAT(without.bytes("out/run.json"), Contains("mesh/isosurface has no clips"));
}
