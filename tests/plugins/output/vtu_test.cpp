#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <support/scene_body.hpp>

#include "plugins/output/output_run.hpp"

using sinew::Diagnostic;
using sinew::test::box_of;
using sinew::test::SceneBody;
using sinew::testing::OutputRun;

namespace {

int count(const std::string& text, const std::string& word) {
    int n = 0;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += word.size())
        ++n;
    return n;
}

}  // namespace

TEST_CASE("output/vtu: several outputs share one .pvd, each a part with its own times") {
    const OutputRun scene(
        "[{type: vtu, every: 0.1 s}, {type: vtu, every: 0.05 s, surface: true, fields: "
        "[displacement, cauchy_stress, region]}]");
    REQUIRE(scene.run() == 0);
    CHECK(scene.count_files("out", ".pvd") == 1);
    CHECK(scene.count_files("out", ".vtu") == 3);
    CHECK(scene.count_files("out", ".vtp") == 5);
    const std::string pvd = scene.bytes("out/fall.pvd");
    CHECK(count(pvd, "part=\"0\" name=\"block\"") == 3);
    CHECK(count(pvd, "part=\"1\" name=\"block-skin\"") == 5);
    CHECK(pvd.find("timestep=\"0.05\" group=\"\" part=\"1\"") != std::string::npos);
}

TEST_CASE("output/vtu: bricks come with the surface that they carry, unless it is not wanted") {
    for (const bool wanted : {true, false}) {
        const OutputRun scene(wanted ? "[{type: vtu, every: 0.1 s}]"
                                     : "[{type: vtu, every: 0.1 s, visual: false}]");
        std::string text = scene.bytes("fall.yaml");
        const std::string box = "{type: box, size: [1, 1, 1], cells: [2, 2, 2], element: tet4}";
        text.replace(text.find(box), box.size(),
                     "{type: voxelize, resolution: 2, surface: " + box + "}");
        std::ofstream(scene / "fall.yaml") << text;
        REQUIRE(scene.run() == 0);
        CHECK(scene.count_files("out", ".vtu") == 3);
        CHECK(scene.count_files("out", ".vtp") == (wanted ? 3 : 0));
        CHECK(count(scene.bytes("out/fall.pvd"), "name=\"block-visual\"") == (wanted ? 3 : 0));
    }
}

TEST_CASE("output/vtu: obstacles come with the bodies, one file a frame for all outputs") {
    for (const bool wanted : {true, false}) {
        const std::string more = wanted ? "" : ", obstacles: false";
        const OutputRun scene("[{type: vtu, every: 0.1 s" + more +
                              "}, {type: vtu, every: 0.1 s, surface: true" + more + "}]");
        std::string text = scene.bytes("fall.yaml");
        text.insert(text.find("    solver:"),
                    "    couplings: [{type: contact, thickness: 1 cm, obstacles: [{plane: {point: "
                    "[0, 0, -5]}}, {sphere: {radius: 0.5, center: {expr: [\"5\", \"0\", "
                    "\"t\"]}}}]}]\n");
        std::ofstream(scene / "fall.yaml") << text;
        REQUIRE(scene.run() == 0);
        const std::string pvd = scene.bytes("out/fall.pvd");
        CHECK(count(pvd, "name=\"block-plane-1-obstacle\"") == (wanted ? 3 : 0));
        CHECK(count(pvd, "file=\"fall-block-plane-1-obstacle_0000.vtp\"") == (wanted ? 1 : 0));
        CHECK(count(pvd, "name=\"block-sphere-2-obstacle\"") == (wanted ? 3 : 0));
        CHECK(scene.count_files("out", ".vtp") == (wanted ? 3 + 3 + 3 : 3));
        CHECK(count(pvd, "fall-block-sphere-2-obstacle_0020.vtp") == (wanted ? 1 : 0));
    }
}

TEST_CASE("output/vtu: a visual beside its body, or of quite another size, is reported") {
    const auto warnings = [](const std::string& center, const std::string& radius) {
        SceneBody scene(box_of("tet4") +
                        "    visual: {mesh: {type: isosurface, shape: {sphere: {center: " + center +
                        ", radius: " + radius + "}}, edge: 1}}\n    outputs: [{type: vtu}]\n");
        std::vector<std::string> texts;
        for (const Diagnostic& one : scene.warnings()) {
            CHECK(one.where.line == 7);
            CHECK_THAT(one.remedy, Catch::Contains("unit: cm"));
            texts.push_back(one.message);
        }
        return texts;
    };
    const std::vector<std::string> beside = warnings("[7, 0, 0]", "2");
    REQUIRE(beside.size() == 1);
    CHECK_THAT(beside[0], Catch::StartsWith("the visual of /body misses its body: it goes from ("));
    CHECK_THAT(beside[0], Catch::EndsWith("m, and the body from (0, 0, 0) to (1, 2, 0.5) m"));
    const std::vector<std::string> large = warnings("[0, 0, 0]", "8");
    REQUIRE(large.size() == 1);
    CHECK_THAT(large[0], Catch::StartsWith("the visual of /body reaches over 2") &&
                             Catch::EndsWith("m, and its body over 2.29 m"));
    CHECK(warnings("[0, 0, 0]", "2").empty());
}

TEST_CASE("output/vtu: a visual's clip that the run ends before is reported") {
    const auto warnings = [](const std::string& start) {
        return SceneBody(box_of("tet4") +
                         "    visual: {mesh: {type: file, scale: 0.5, file: " SINEW_SOURCE_DIR
                         "/scenes/rig/stalk.gltf}, clip: breathe,\n      start: " +
                         start + "}\n    outputs: [{type: vtu}]\n")
            .warnings();
    };
    CHECK(warnings("0.5 s").empty());
    const std::vector<Diagnostic> late = warnings("1 s");
    REQUIRE(late.size() == 1);
    CHECK(late[0].message ==
          "the clip of the visual begins at 1 s, and the run ends at 1 s: the surface stays in its "
          "first shape");
    CHECK(late[0].where.line == 8);
    CHECK_THAT(late[0].remedy, Catch::Contains("let it start earlier"));
}

TEST_CASE("output/vtu: a rerun removes the frames of the earlier run, and nothing else") {
    const OutputRun scene("[{type: vtu}]");
    REQUIRE(scene.run() == 0);
    REQUIRE(scene.count_files("out", ".vtu") == 21);
    const auto folder = scene / "out";
    std::filesystem::copy_file(folder / "fall-block_0000.vtu", folder / "mine.vtu");
    std::filesystem::copy_file(folder / "fall-block_0000.vtu", folder / "../outside.vtu");
    std::string pvd = scene.bytes("out/fall.pvd");
    pvd.insert(pvd.find("  </Collection>"),
               "    <DataSet timestep=\"9\" group=\"\" part=\"0\" name=\"\" "
               "file=\"../outside.vtu\"/>\n    <DataSet timestep=\"9\" group=\"\" part=\"0\" "
               "name=\"\" file=\"run.json\"/>\n");
    std::ofstream(folder / "fall.pvd") << pvd;
    std::string text = scene.bytes("fall.yaml");
    text.replace(text.find("0.2 s"), 5, "0.05 s");
    std::ofstream(scene / "fall.yaml") << text;
    REQUIRE(scene.run() == 0);
    CHECK(scene.count_files("out", ".vtu") == 6 + 1);
    CHECK(count(scene.bytes("out/fall.pvd"), "<DataSet ") == 6);
    CHECK(std::filesystem::exists(folder / "mine.vtu"));
    CHECK(std::filesystem::exists(folder / "../outside.vtu"));
    CHECK(std::filesystem::exists(folder / "run.json"));
}

TEST_CASE("output/vtu: a .series of each part lists what the .pvd lists, also of a continued run") {
    const OutputRun scene(
        "[{type: vtu, every: 0.02 s, series: true}, {type: vtu, every: 0.02 s, surface: true}, "
        "{type: checkpoint, every: 0.1 s}]");
    REQUIRE(scene.run("whole") == 0);
    CHECK(scene.count_files("whole", ".series") == 1);  // the second output asks for none
    const std::string list = scene.bytes("whole/fall-block.vtu.series");
    const nlohmann::json files = nlohmann::json::parse(list)["files"];
    REQUIRE(files.size() == 11);
    for (std::size_t k = 0; k < files.size(); ++k) {
        const std::string name = files[k]["name"];
        CHECK(std::filesystem::exists(scene / ("whole/" + name)));
        CHECK(files[k]["time"].get<double>() == Approx(0.02 * double(k)));
        CHECK(scene.bytes("whole/fall.pvd").find("file=\"" + name + "\"") != std::string::npos);
    }
    const auto set_end = [&](const std::string& from, const std::string& to) {
        std::string text = scene.bytes("fall.yaml");
        text.replace(text.find("end: " + from), 5 + from.size(), "end: " + to);
        std::ofstream(scene / "fall.yaml") << text;
    };
    set_end("0.2 s", "0.13 s");
    REQUIRE(scene.run("parts") == 0);
    set_end("0.13 s", "0.2 s");
    REQUIRE(scene.run("parts", scene / "parts/checkpoint-0010.h5") == 0);
    CHECK(scene.bytes("parts/fall-block.vtu.series") == list);
}

TEST_CASE("output/vtu: files say what their arrays are measured in") {
    const OutputRun scene("[{type: vtu, every: 0.2 s}]");
    REQUIRE(scene.run() == 0);
    const std::string vtu = scene.bytes("out/fall-block_0020.vtu");
    for (const char* words : {"Name=\"displacement\"", "Name=\"velocity\"", "Name=\"von_mises\"",
                              "Name=\"TimeValue\"", "UNITS_LABEL", "vtkZLibDataCompressor"})
        CHECK_THAT(vtu, Catch::Contains(words));
}

TEST_CASE("output/vtu: an unknown field is refused with the nearest name") {
    const OutputRun scene("[{type: vtu, fields: [von_mieses]}]");
    REQUIRE(scene.run() == 2);
    CHECK_THAT(scene.bytes("out/run.json"), Catch::Contains("did you mean 'von_mises'"));
}

TEST_CASE("output/vtu: a scene whose file name is not UTF-8 is refused, since lists name files") {
    for (const std::string series : {"false", "true"}) {
        const sinew::testing::SmallRun scene(
            "b\xfchne",
            "sinew: 1\ntime: {end: 0.01 s, step: 0.01 s}\nscene:\n  - node: block\n"
            "    mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1]}\n"
            "    material: {type: neo_hookean}\n    solver: {type: implicit_newmark}\n"
            "    outputs: [{type: vtu, series: " +
                series + "}]\n");
        REQUIRE(scene.run() == 2);
        CHECK_THAT(scene.bytes("out/run.json"),
                   Catch::Contains("the name 'b?hne' of the scene's file is not UTF-8") &&
                       Catch::Contains("rename the scene's file") &&
                       Catch::Contains("\"line\": 8"));  // before anything runs
    }
}

TEST_CASE("output: an array of the mesh that has the name of another array is refused") {
    // A result that is a mesh again brings its fields along.
    for (const std::string type : {"vtu", "exodus"})
        for (const auto& [fields, name] :
             {std::pair{"von_mises, mesh_arrays", "von_mises"},
              std::pair{"principal_directions, mesh_arrays], at: [elements",
                        "mean_principal_direction_2"},
              std::pair{"region, mesh_arrays", "region"}}) {
            CAPTURE(type, name);
            const OutputRun scene("[{type: " + type + ", fields: [" + fields + "]}]");
            std::string text = scene.bytes("fall.yaml");
            const std::string box = "{type: box, size: [1, 1, 1], cells: [2, 2, 2], element: tet4}";
            text.replace(text.find(box), box.size(), "{type: file, file: tetrahedron.vtk}");
            std::ofstream(scene / "fall.yaml") << text;
            const bool is_of_points = std::string(name) == "von_mises";
            const auto write = [&](const std::string& array) {
                std::ofstream file(scene / "tetrahedron.vtk");
                file << "# vtk DataFile Version 3.0\nt\nASCII\nDATASET UNSTRUCTURED_GRID\n"
                        "POINTS 4 double\n0 0 0  1 0 0  0 1 0  0 0 1\nCELLS 1 5\n4 0 1 2 3\n"
                        "CELL_TYPES 1\n10\n"
                     << (is_of_points ? "POINT_DATA 4\n" : "CELL_DATA 1\n") << "SCALARS " << array
                     << " double 1\nLOOKUP_TABLE default\n"
                     << (is_of_points ? "1 2 3 4\n" : "1\n");
            };
            write(name);
            REQUIRE(scene.run() == 2);
            CHECK_THAT(scene.bytes("out/run.json"),
                       Catch::Contains("the mesh of /block has an array '" + std::string(name) +
                                       "', and `fields` asks for another of that name") &&
                           Catch::Contains("leave it or `mesh_arrays` out of `fields:`"));
            write("of_its_own");
            CHECK(scene.run() == 0);
        }
}
