#include <catch2/catch.hpp>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <support/skip.hpp>

#include "plugins/output/output_run.hpp"

using namespace sinew::testing;
using Catch::Contains;

namespace {

/// True if same_exodus.py finds the part's .vtu series and the file the same; true, and said so,
/// where VTK's Python is missing.
bool is_same_as_vtu(const SmallRun& run, const std::string& pvd, const std::string& part,
                    const std::string& file) {
    const std::string command = "/usr/bin/python3 " SINEW_SOURCE_DIR
                                "/tests/plugins/output/same_exodus.py '" +
                                (run / ("out/" + pvd)).string() + "' '" + part + "=" +
                                (run / ("out/" + file)).string() + "'";
    const int code = WEXITSTATUS(std::system(command.c_str()));
    if (code == 77) sinew::test::skip("python3-vtk9 is not installed");
    return code == 0 || code == 77;
}

const std::string all_fields =
    "at: [nodes, elements], fields: [displacement, velocity, reaction, region, mesh_arrays, "
    "cauchy_stress, von_mises, principal_stresses, principal_directions, deformation_gradient, "
    "logarithmic_strain]";

void replace(const SmallRun& run, const std::string& file, const std::string& words,
             const std::string& others) {
    std::string text = run.bytes(file);
    text.replace(text.find(words), words.size(), others);
    std::ofstream(run / file) << text;
}

}  // namespace

TEST_CASE("output/exodus: all fields of all element types are those of the .vtu at each time") {
    for (const std::string element : {"tet4", "tet10", "hex8"}) {
        INFO(element);
        const OutputRun scene("[{type: exodus, every: 0.1 s, " + all_fields +
                              "}, {type: vtu, every: 0.1 s, visual: false, " + all_fields + "}]");
        replace(scene, "fall.yaml", "element: tet4", "element: " + element);
        REQUIRE(scene.run() == 0);
        CHECK(is_same_as_vtu(scene, "fall.pvd", "block", "fall-block.e"));
    }
}

TEST_CASE("output/exodus: regions of a mesh are blocks, and bodies below have files of their own") {
    const SmallRun scene(
        "sets",
        "sinew: 1\n"
        "time: {end: 0.02 s, step: 0.01 s}\n"
        "scene:\n"
        "  - node: all\n"
        "    solver: {type: implicit_newmark}\n"
        "    outputs: [{type: exodus, fields: [displacement, region]}, {type: vtu, "
        "fields: [displacement, region]}]\n"
        "    children:\n"
        "      - node: bar\n"
        "        mesh: {type: abaqus, file: " SINEW_SOURCE_DIR
        "/scenes/mesh/bar.inp}\n"
        "        material: {type: neo_hookean}\n"
        "        constraints: [{type: fixed, where: {set: root}}]\n"
        "        loads: [{type: gravity}]\n"
        "      - node: block\n"
        "        mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1]}\n"
        "        material: {type: neo_hookean}\n");
    REQUIRE(scene.run() == 0);
    CHECK(is_same_as_vtu(scene, "sets.pvd", "all-bar", "sets-all-bar.e"));
    CHECK(is_same_as_vtu(scene, "sets.pvd", "all-block", "sets-all-block.e"));
    const std::string bytes = scene.bytes("out/sets-all-bar.e");
    for (const std::string name : {"tip", "bar", "root", "HEX8", "disp in m", "disp_x"}) {
        INFO(name);
        CHECK(bytes.find(name) != std::string::npos);
    }
    const nlohmann::json report = nlohmann::json::parse(scene.bytes("out/run.json"));
    CHECK(report["outputs"][0]["files"] == nlohmann::json({"sets-all-bar.e", "sets-all-block.e"}));
    CHECK(report["outputs"][0]["records"] == 3);
}

TEST_CASE("output/exodus: a continued run leaves the file of an unbroken one, byte for byte") {
    const OutputRun scene("[{type: exodus, every: 0.02 s, " + all_fields +
                          "}, {type: checkpoint, every: 0.1 s}]");
    REQUIRE(scene.run("whole") == 0);
    replace(scene, "fall.yaml", "end: 0.2 s", "end: 0.13 s");
    REQUIRE(scene.run("parts") == 0);
    replace(scene, "fall.yaml", "end: 0.13 s", "end: 0.2 s");
    REQUIRE(scene.run("parts", scene / "parts/checkpoint-0010.h5") == 0);
    CHECK((scene.bytes("parts/fall-block.e") == scene.bytes("whole/fall-block.e")));
    // One that begins anew leaves nothing of the old file.
    REQUIRE(scene.run("parts") == 0);
    CHECK((scene.bytes("parts/fall-block.e") == scene.bytes("whole/fall-block.e")));
    CHECK(scene.count_files("parts", ".e") == 1);
}

TEST_CASE("output/exodus: a run does not go on with the file of other fields") {
    const OutputRun scene("[{type: exodus}, {type: checkpoint, every: 0.1 s}]");
    REQUIRE(scene.run() == 0);
    const OutputRun other("[{type: exodus, fields: [velocity]}]");
    REQUIRE(other.run() == 0);
    std::filesystem::copy_file(other / "out/fall-block.e", scene / "out/fall-block.e",
                               std::filesystem::copy_options::overwrite_existing);
    REQUIRE(scene.run("out", scene / "out/checkpoint-0010.h5") == 2);
    CHECK_THAT(scene.bytes("out/run.json"),
               Contains("fall-block.e shows another mesh or other fields than this run") &&
                   Contains("move it away, or continue into another folder with -o"));
    CHECK((scene.bytes("out/fall-block.e") == other.bytes("out/fall-block.e")));
}

TEST_CASE("output/exodus: an array of the mesh with the name of a field's component is refused") {
    for (const auto& [fields, name] :
         {std::pair{"displacement", "disp_x"}, std::pair{"reaction", "reaction_z"},
          std::pair{"contact_friction", "contact_friction_y"},
          std::pair{"cauchy_stress", "cauchy_stress_xy"},
          std::pair{"principal_directions", "principal_direction_2_x"},
          std::pair{"principal_stresses], at: [elements", "mean_principal_stresses_3"}}) {
        CAPTURE(name);
        const OutputRun scene("[{type: exodus, fields: [mesh_arrays, " + std::string(fields) +
                              "]}]");
        replace(scene, "fall.yaml", "{type: box, size: [1, 1, 1], cells: [2, 2, 2], element: tet4}",
                "{type: file, file: tetrahedron.vtk}");
        const bool is_mean = std::string(name).starts_with("mean_");
        std::ofstream(scene / "tetrahedron.vtk")
            << "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n"
               "0 0 0  1 0 0  0 1 0  0 0 1\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n"
            << (is_mean ? "CELL_DATA 1\n" : "POINT_DATA 4\n") << "SCALARS " << name
            << " double 1\nLOOKUP_TABLE default\n"
            << (is_mean ? "1\n" : "1 2 3 4\n");
        REQUIRE(scene.run() == 2);
        const auto error = nlohmann::json::parse(scene.bytes("out/run.json"))["errors"][0];
        CHECK(error["message"] ==
              "the file of /block would have two variables '" + std::string(name) + "'");
        CHECK_THAT(error["remedy"].get<std::string>(),
                   Contains("rename the array in the mesh's file"));
        CHECK(error["line"] > 1);  // it is found in the scene, before anything runs
    }
}

TEST_CASE("output/exodus: the script that compares files refuses to compare none") {
    const std::string script =
        "/usr/bin/python3 " SINEW_SOURCE_DIR "/tests/plugins/output/same_exodus.py";
    for (const std::string words : {"", " fall.pvd", " fall.pvd --lacks-last"}) {
        const int code = WEXITSTATUS(std::system((script + words + " 2> /dev/null").c_str()));
        CHECK((code == 1 || code == 77));
    }
}

TEST_CASE("output/exodus: integration points, and places without a field there, are refused") {
    const auto [more, problem, remedy] =
        GENERATE(std::tuple{"at: [points]", "points", "elements"},
                 std::tuple{"at: []", "`at` is empty", "name nodes or elements"},
                 std::tuple{"fields: [velocity], at: [nodes]", "`fields` has none",
                            "name some in `fields:`"});
    const OutputRun scene(std::string("[{type: exodus, ") + more + "}]");
    REQUIRE(scene.run() == 2);
    CHECK_THAT(scene.bytes("out/run.json"), Contains(problem) && Contains(remedy));
}
