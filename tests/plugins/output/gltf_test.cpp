#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <gltf/skin.hpp>

#include "plugins/output/gltf/skinned_file.hpp"
#include "plugins/output/surface_run.hpp"

using namespace sinew;
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

/// A soft arm that swings about the elbow of its rig for 0.2 s, with weights that blend.
SmallRun soft_arm(const std::string& outputs, const std::string& weights =
                                                  "{type: closest_bone, "
                                                  "blend: 0.4 m}") {
    return {
        "swing",
        "sinew: 1\n"
        "time: {end: 0.2 s, step: 0.01 s}\n"
        "scene:\n"
        "  - node: arm\n"
        "    rig:\n"
        "      type: skeleton\n"
        "      joints:\n"
        "        - {name: upper, at: [0, 0, 0], radius: 0.12}\n"
        "        - {name: lower, parent: upper, at: [0.5, 0, 0], tail: [1, 0, 0], radius: "
        "0.05, keyframes: [{time: 0 s}, {time: 0.2 s, turn: {axis: [0, -1, 0], angle: 30 "
        "deg}}]}\n"
        "    mesh: {type: box, size: [1, 0.2, 0.2], origin: [0, -0.1, -0.1], cells: [10, 2, 2], "
        "element: tet4}\n"
        "    weights: " +
            weights +
            "\n"
            "    material: {type: stable_neo_hookean, young: 1 MPa, poisson: 0.4, density: "
            "1000}\n"
            "    constraints: [{type: attach}]\n"
            "    solver: {type: implicit_newmark}\n"
            "    outputs: [" +
            outputs + "]\n"};
}

/// Points of the OBJ of a frame.
Points points_in(const SmallRun& run, const std::string& obj) {
    std::istringstream text(run.bytes(obj));
    std::vector<double> numbers;
    for (std::string line; std::getline(text, line) && line.starts_with("v ");) {
        std::istringstream words(line.substr(2));
        for (double x = 0; words >> x;) numbers.push_back(x);
    }
    return Eigen::Map<const Points>(numbers.data(), 3, Eigen::Index(numbers.size() / 3));
}

gltf::File skinned_file(const SmallRun& run, const std::string& file) {
    return gltf::read({run / file, file, {}});
}

json stated_in(const SmallRun& run, const std::string& file = "out/swing-arm.glb") {
    return head_of(run.bytes(file))["meshes"][0]["extras"]["skinning"];
}

/// The error of the run's file beside the OBJ of each of its frames, as viewers see both.
gltf_output::SkinError error_seen(const SmallRun& run, int n_frames) {
    const gltf::File file = skinned_file(run, "out/swing-arm.glb");
    REQUIRE(file.animations.at(0).channels.at(0).times.size() == std::size_t(n_frames));
    gltf_output::SkinError error;
    for (int k = 0; k < n_frames; ++k) {
        const Points simulated = points_in(run, fmt::format("out/swing-arm_{:04}.obj", k));
        const Points shown = with_z_up(shown_points(file, k));
        REQUIRE(shown.cols() == simulated.cols());
        const Eigen::VectorXd distances = (shown - simulated).colwise().norm();
        error.worst = std::max(error.worst, distances.maxCoeff());
        error.mean += distances.mean() / n_frames;
    }
    return error;
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

TEST_CASE("output/gltf: a skin plays in viewers as it was simulated, within the error it states") {
    for (const std::string more : {"", ", tolerance: 0.0005", ", morphs: 2, influences: 1"}) {
        CAPTURE(more);
        const SmallRun scene = soft_arm("{type: gltf, as: skin, every: 0.02 s" + more +
                                        "}, {type: obj, every: 0.02 s}");
        REQUIRE(scene.run() == 0);
        const gltf_output::SkinError seen = error_seen(scene, 11);
        const json stated = stated_in(scene);
        CHECK(seen.worst == Approx(stated["worst_error"].get<double>()).margin(1e-6));
        CHECK(seen.mean == Approx(stated["mean_error"].get<double>()).margin(1e-6));
        const double relative = stated["worst_relative_error"];
        CHECK(relative ==
              Approx(seen.worst / stated["largest_displacement"].get<double>()).margin(1e-5));
        if (more.empty()) CHECK(relative <= 0.01);
        if (more.ends_with("0.0005")) CHECK(relative <= 0.0005);
        if (more.ends_with("1")) CHECK(stated["morph_targets"] == 2);
        CHECK(stated["morph_targets"].get<int>() < 11);
        // The joints alone are not enough, or the test shows nothing.
        CHECK(stated["worst_error_without_targets"].get<double>() > 2 * seen.worst);
    }
}

TEST_CASE("output/gltf: the error of a skin is in run.json, and one that is too large a warning") {
    const SmallRun scene = soft_arm("{type: gltf, as: skin, morphs: 0, every: 0.05 s}");
    REQUIRE(scene.run() == 0);
    const json report = json::parse(scene.bytes("out/run.json"));
    CHECK(report["outputs"][0]["skinning"] == stated_in(scene));
    CHECK_THAT(report.dump(), Contains("swing-arm.glb: 0 morph targets leave points") &&
                                  Contains("and 0.01 is allowed") &&
                                  Contains("give it more `morphs`, more `influences`"));
    const SmallRun enough = soft_arm("{type: gltf, as: skin, every: 0.05 s}");
    REQUIRE(enough.run() == 0);
    const std::string text = enough.bytes("out/run.json");
    CHECK_THAT(text, Contains("morph targets leave points") && !Contains("is allowed"));
}

TEST_CASE(
    "output/gltf: a body that does not follow its rig is a warning, though nothing moves it") {
    const SmallRun scene = soft_arm("{type: gltf, as: skin, morphs: 0, every: 0.1 s}");
    std::string text = scene.bytes("swing.yaml");
    const std::string solver = "    solver: {type: implicit_newmark}\n";
    text.replace(text.find(solver), solver.size(), "");
    std::ofstream(scene / "swing.yaml") << text;
    REQUIRE(scene.run() == 0);
    const json stated = stated_in(scene);
    CHECK(stated["worst_error"].get<double>() > 0.2);
    CHECK(stated["worst_relative_error"].get<double>() == Approx(1));
    CHECK_THAT(scene.bytes("out/run.json"),
               Contains("0 morph targets leave points") && Contains("and 0.01 is allowed"));
}

TEST_CASE("output/gltf: the joints of a skin come back as a rig with the same motion") {
    const SmallRun scene = soft_arm("{type: gltf, as: skin}, {type: joints}");
    REQUIRE(scene.run() == 0);
    const SmallRun again(
        "again",
        "sinew: 1\ntime: {end: 0.2 s, step: 0.01 s}\nscene:\n  - node: arm\n"
        "    transform: {rotate: {axis: [1, 0, 0], angle: 90 deg}}\n"
        "    rig: {type: skeleton, radius: 5 cm, at_end: hold, file: '" +
            (scene / "out/swing-arm.glb").string() +
            "'}\n"
            "    mesh: {type: box, size: [1, 0.2, 0.2], origin: [0, -0.1, -0.1], cells: [10, 2, "
            "2], element: tet4}\n"
            "    weights: {type: closest_bone}\n"
            "    material: {type: corotational, young: 1 kPa, poisson: 0.3}\n"
            "    constraints: [{type: skinned}]\n"
            "    solver: {type: static}\n"
            "    outputs: [{type: joints}]\n");
    REQUIRE(again.run() == 0);
    CHECK(again.bytes("out/again-arm-joints.csv")
              .starts_with("time [s],upper_x [m],upper_y [m],upper_z [m],upper_q_w"));
    const auto before = scene.table("out/swing-arm-joints.csv"),
               after = again.table("out/again-arm-joints.csv");
    REQUIRE(before.size() == 21);
    REQUIRE(after.size() == 21);
    for (std::size_t k = 0; k < before.size(); ++k) {
        REQUIRE(after[k].size() == before[k].size());
        for (std::size_t c = 0; c < before[k].size(); ++c) {
            CAPTURE(k, c);
            CHECK(after[k][c] == Approx(before[k][c]).margin(1e-5));
        }
    }
}

TEST_CASE("output/gltf: a skin of a surface that the body carries takes its weights through it") {
    const SmallRun scene =
        soft_arm("{type: gltf, as: skin, every: 0.1 s}, {type: obj, every: 0.1 s}");
    std::string text = scene.bytes("swing.yaml");
    text.replace(text.find("    weights:"), 0,
                 "    visual: {mesh: {type: isosurface, shape: {sphere: {center: [0.5, 0, 0], "
                 "radius: 0.12}}, edge: 0.05}}\n");
    std::ofstream(scene / "swing.yaml") << text;
    REQUIRE(scene.run() == 0);
    const json stated = stated_in(scene);
    CHECK(stated["worst_relative_error"].get<double>() <= 0.01);
    CHECK(error_seen(scene, 3).worst == Approx(stated["worst_error"].get<double>()).margin(1e-6));
}

TEST_CASE("output/gltf: the skin of a body that carries another surface takes its own weights") {
    const SmallRun scene = soft_arm(
        "{type: gltf, as: skin, surface: skin, every: 0.1 s}, {type: obj, surface: skin, every: "
        "0.1 s}, {type: checkpoint, every: 0.1 s}");
    std::string text = scene.bytes("swing.yaml");
    text.replace(text.find("    weights:"), 0,
                 "    visual: {mesh: {type: isosurface, shape: {sphere: {center: [0.5, 0, 0], "
                 "radius: 0.12}}, edge: 0.05}}\n");
    std::ofstream(scene / "swing.yaml") << text;
    REQUIRE(scene.run() == 0);
    CHECK(error_seen(scene, 3).worst ==
          Approx(stated_in(scene)["worst_error"].get<double>()).margin(1e-6));
    // Its frames are no beginning of a file of the other surface, which has another size.
    text.replace(text.find("surface: skin"), 13, "surface: visual");
    std::ofstream(scene / "swing.yaml") << text;
    REQUIRE(scene.run("out", scene / "out/checkpoint-0010.h5") == 2);
    CHECK_THAT(scene.bytes("out/run.json"),
               Contains("the file shows another surface than this run"));
}

TEST_CASE("output/gltf: a continued run leaves the skin of an unbroken one, byte for byte") {
    const SmallRun scene =
        soft_arm("{type: gltf, as: skin, every: 0.02 s}, {type: checkpoint, every: 0.1 s}");
    const auto end_at = [&](const std::string& from, const std::string& to) {
        std::string text = scene.bytes("swing.yaml");
        text.replace(text.find("end: " + from), 5 + from.size(), "end: " + to);
        std::ofstream(scene / "swing.yaml") << text;
    };
    REQUIRE(scene.run("whole") == 0);
    end_at("0.2 s", "0.13 s");
    REQUIRE(scene.run("parts") == 0);
    end_at("0.13 s", "0.2 s");
    REQUIRE(scene.run("parts", scene / "parts/checkpoint-0010.h5") == 0);
    CHECK(scene.bytes("parts/swing-arm.glb") == scene.bytes("whole/swing-arm.glb"));
    CHECK(scene.bytes("parts/swing-arm.frames.glb") == scene.bytes("whole/swing-arm.frames.glb"));
    std::filesystem::remove(scene / "parts/swing-arm.frames.glb");
    REQUIRE(scene.run("parts", scene / "parts/checkpoint-0010.h5") == 2);
    CHECK_THAT(scene.bytes("parts/run.json"),
               Contains("swing-arm.frames.glb is not there, and swing-arm.glb goes on with its "
                        "frames") &&
                   Contains("put it back, or continue into another folder with -o"));
}

TEST_CASE(
    "output/gltf: a skin needs a rig and weights, and shapes have no morph targets to count") {
    const OutputRun no_rig("[{type: gltf, as: skin}]");
    REQUIRE(no_rig.run() == 2);
    CHECK_THAT(no_rig.bytes("out/run.json"),
               Contains("output/gltf needs a rig, and neither /block nor a node above has one"));
    const SmallRun no_weights = soft_arm("{type: gltf, as: skin}", "none");
    REQUIRE(no_weights.run() == 2);
    CHECK_THAT(no_weights.bytes("out/run.json"),
               Contains("output/gltf needs weights, and /arm has none"));
    for (const std::string key : {"morphs: 3", "influences: 8", "tolerance: 0.1"}) {
        const OutputRun shapes("[{type: gltf, " + key + "}]");
        REQUIRE(shapes.run() == 2);
        CHECK_THAT(shapes.bytes("out/run.json"),
                   Contains(key.substr(0, key.find(':')) + " of a file of shapes") &&
                       Contains("leave it out, or write a skin: as: skin"));
    }
}
