// Mesh files that are not what they should be: the message names the file, what is wrong and what
// to do, once, in the name of the plugin that read it.
#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "faulty_scene.hpp"

using namespace sinew::test;
using Catch::Contains;

namespace {

std::string file_of_scenes(const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(SINEW_SOURCE_DIR "/scenes/mesh/" + name, std::ios::binary).rdbuf();
    return text.str();
}

/// The first part of a file, in hundredths.
std::string cut(const std::string& name, std::size_t percent) {
    const std::string text = file_of_scenes(name);
    return text.substr(0, text.size() * percent / 100);
}

/// Tetrahedra in Vega's format; nodes count from 1.
std::string vega(const std::vector<std::string>& vertices, const std::vector<std::string>& tets) {
    std::string text = "*VERTICES\n" + std::to_string(vertices.size()) + " 3 0 0\n";
    for (std::size_t i = 0; i < vertices.size(); ++i)
        text += std::to_string(i + 1) + " " + vertices[i] + "\n";
    text += "*ELEMENTS\nTET\n" + std::to_string(tets.size()) + " 4 0\n";
    for (std::size_t i = 0; i < tets.size(); ++i)
        text += std::to_string(i + 1) + " " + tets[i] + "\n";
    return text;
}

const std::vector<std::string> corner{"0 0 0", "1 0 0", "0 1 0", "0 0 1"};

std::vector<std::string> corner_and(const std::string& vertex) {
    std::vector<std::string> vertices = corner;
    vertices.push_back(vertex);
    return vertices;
}

Outcome run_with(const WorkFolder& folder, const std::string& plugin, const std::string& file,
                 const std::string& content) {
    folder.write(file, content);
    const std::string scene = folder.write("beam.yaml", beam_of_file(plugin, file));
    return call("run " + scene + " -o " + folder.path("out"));
}

struct BadFile {
    const char* what;
    std::string plugin, file, content;
    std::vector<std::string> words;
};

/// A .mesh of Medit that promises two tetrahedra and ends behind the first.
const std::string medit_cut =
    "MeshVersionFormatted 1\nDimension 3\nVertices\n5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n"
    "1 1 1 0\nTetrahedra\n2\n1 2 3 4 0\n";

/// A binary STL file that promises two triangles and holds one.
std::string stl_cut() {
    std::string text(80, ' ');
    text += std::string("\2\0\0\0", 4);
    return text + std::string(50, '\0');
}

const std::string whole = "is the file whole, and of the format that its name says?";

const std::vector<BadFile> bad_files{
    {"truncated among the tetrahedra",
     "gmsh",
     "cut.mesh",
     medit_cut,
     {"beam.yaml:5:30: error: cut.mesh: it promises 2 tetrahedra and holds 1", "cut off"}},
    {"truncated among the triangles",
     "file",
     "cut.stl",
     stl_cut(),
     {"error: cut.stl promises 2 triangles and holds 1", "cut off"}},
    {"too large to compute with",
     "vega",
     "large.veg",
     vega({"0 0 0", "1e200 0 0", "0 1e200 0", "0 0 1e200"}, {"1 2 3 4"}),
     {"it extends over", "check its scale"}},
    {"truncated among the points",
     "file",
     "cut.vtk",
     cut("bar.vtk", 30),
     {"beam.yaml:5:30: error: cut.vtk: line 5 promises 36 points, and the rest of the file can "
      "hold "
      "24",
      "remedy: the file was cut off, or its header is wrong: copy or export it again"}},
    {"truncated among the cells",
     "file",
     "cut.vtk",
     cut("bar.vtk", 70),
     {"beam.yaml:5:30: error: cut.vtk: line 42 promises 72 numbers of points of cells, and the "
      "rest "
      "of the file can hold 44",
      "remedy: the file was cut off, or its header is wrong: copy or export it again"}},
    {"truncated among the vertices",
     "vega",
     "cut.veg",
     cut("bar.veg", 50),
     {"cut.veg:33:1: error: the file ends where vertex 31 of 36 was expected",
      "remedy: it may have been cut off: copy or export it again"}},
    {"truncated among the elements",
     "abaqus",
     "cut.inp",
     cut("bar.inp", 70),
     {"cut.inp:40:1: error: the file ends where element 2 of 8 nodes was expected",
      "remedy: it may have been cut off: copy or export it again"}},
    {"truncated before the elements",
     "abaqus",
     "cut.inp",
     cut("bar.inp", 50),
     {"cut.inp has no elements C3D4, C3D8 or C3D10", "remedy: is the file whole"}},
    {"empty",
     "file",
     "none.vtk",
     "",
     {"beam.yaml:5:30: error: the file 'none.vtk' is empty", "remedy: it may have been cut off"}},
    {"Vega's format under VTK's name",
     "file",
     "other.vtk",
     file_of_scenes("bar.veg"),
     {"beam.yaml:5:30: error: other.vtk cannot be read as vtk: Unrecognized file type", whole}},
    {"a picture under VTK's name",
     "file",
     "other.vtu",
     "\x89PNG\r\n\x1a\n  \x01\x02",
     {"beam.yaml:5:30: error: other.vtu cannot be read as vtu: Error parsing XML", whole}},
    {"Abaqus' format under Vega's name",
     "vega",
     "other.veg",
     file_of_scenes("bar.inp"),
     {"other.veg:1:1: error: there is no keyword '*NODE'", "remedy: allowed: *VERTICES"}},
    {"Vega's format under Gmsh's name",
     "gmsh",
     "other.msh",
     file_of_scenes("bar.veg"),
     {"beam.yaml:5:30: error: other.msh: Gmsh cannot read it: ",
      "remedy: check that it is whole and of the format its name says"}},
    {"a format that nobody reads",
     "file",
     "notes.txt",
     "x\n",
     {"beam.yaml:5:30: error: mesh/file does not read 'notes.txt'",
      "remedy: it reads .vtu, .vtk, .vtp, .ply, .stl, .obj, .off, .gltf and .glb: convert it"}},
    {"an inverted element",
     "vega",
     "bad.veg",
     vega(corner, {"1 2 3 4", "1 3 2 4"}),
     {"beam.yaml:5:30: error: bad.veg: 1 of 2 elements are inverted (negative volume): 1",
      "remedy: remesh it, or repair it"}},
    {"an element without volume",
     "vega",
     "bad.veg",
     vega(corner_and("1 1 0"), {"1 2 3 4", "1 2 3 5"}),
     {"beam.yaml:5:30: error: bad.veg: 1 of 2 elements have no volume: 1",
      "remedy: remesh it, or repair it"}},
    {"an element that names a node twice",
     "vega",
     "bad.veg",
     vega(corner, {"1 2 3 3"}),
     {"bad.veg: 1 of 1 elements have no volume: 0", "remedy: remesh it"}},
    {"a node that is not there",
     "vega",
     "bad.veg",
     vega(corner, {"1 2 3 9"}),
     {"bad.veg:10:1: error: there is no vertex 9", "remedy: vertices are 1 to 4"}},
    {"a node that is not there, in Abaqus' words",
     "abaqus",
     "bad.inp",
     "*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n4, 0, 0, 1\n*ELEMENT, TYPE=C3D4\n1, 1, 2, 3, 7\n",
     {"element 1 names node 7, which is not there", "remedy: is the file whole?"}},
    {"a node that is not there, in VTK's words",
     "file",
     "bad.vtk",
     "# vtk DataFile Version 3.0\nx\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n0 0 0\n"
     "1 0 0\n0 1 0\n0 0 1\nCELLS 1 5\n4 0 1 2 9\nCELL_TYPES 1\n10\n",
     {"beam.yaml:5:30: error: bad.vtk: cell 0 (counted from 0) names point 9, but there are 4 of "
      "them",
      "remedy: the file may have been cut off"}},
    {"a node that is not a number",
     "vega",
     "bad.veg",
     vega({"0 0 0", "1 0 0", "0 1 0", "nan 0 1"}, {"1 2 3 4"}),
     {"bad.veg: node 3 (counted from 0) is at (nan, 0, 1)", "remedy: is the file whole"}},
    {"a surface where a volume belongs",
     "file",
     "open.obj",
     "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n",
     {"beam.yaml:5:11: error: the mesh of /beam is a surface, but a body needs a volume",
      "remedy: fill it with mesh: {type: tetrahedralize, ...}"}},
};

std::size_t count(const std::string& text, const std::string& words) {
    std::size_t n = 0;
    for (std::size_t at = 0; (at = text.find(words, at)) != std::string::npos; ++at) ++n;
    return n;
}

}  // namespace

TEST_CASE("bad mesh file: what is wrong is said once, with a remedy, and ends with code 2") {
    const WorkFolder folder;
    for (const BadFile& bad : bad_files) {
        INFO(bad.what);
        const Outcome outcome = run_with(folder, bad.plugin, bad.file, bad.content);
        CHECK(outcome.code == 2);
        for (const std::string& words : bad.words) CHECK_THAT(outcome.text, Contains(words));
        CHECK(count(outcome.text, "error: ") == 1);
        CHECK_THAT(outcome.text, !Contains("constraint/fixed") && !Contains("solver/static"));
    }
}

TEST_CASE("bad mesh file: a glTF file that rig, mesh and weights read is reported once") {
    const WorkFolder folder;
    folder.write("hero.gltf", R"({"asset": {"version": "2.0"}, "buffers": [{"uri": "data:,)" +
                                  std::string(5000, 'A'));
    const std::string scene = folder.write(
        "beam.yaml",
        static_beam({{box_mesh,
                      "{type: tetrahedralize, surface: {type: file, file: hero.gltf}, size: "
                      "{surface: 0.1}}\n    rig: {type: skeleton, file: 'hero.gltf'}\n"
                      "    weights: {type: user, file: hero.gltf}"}}));
    const Outcome outcome = call("run " + scene + " -o " + folder.path("out"));
    CHECK(outcome.code == 2);
    CHECK(count(outcome.text, "error: ") == 1);
    CHECK_THAT(outcome.text, Contains("beam.yaml:6:33: error: hero.gltf: no glTF file that can be "
                                      "read (") &&
                                 Contains("remedy: it may have been cut off"));
    CHECK(count(outcome.text, "A") < 200);
}

TEST_CASE("bad mesh file: one that is missing is reported with the place where it was looked for") {
    const WorkFolder folder;
    folder.write("bar.vtk", "");
    const std::string scene = folder.write("beam.yaml", beam_of_file("file", "baar.vtk"));
    const Outcome outcome = call("run " + scene + " -o " + folder.path("out"));
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.text, Contains("beam.yaml:5:30: error: there is no file 'baar.vtk'") &&
                                 Contains("did you mean") && Contains("bar.vtk"));
}

TEST_CASE("bad mesh file: a surface that is not closed cannot be filled") {
    const WorkFolder folder;
    folder.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n");
    const std::string scene = folder.write(
        "beam.yaml", static_beam({{box_mesh,
                                   "{type: tetrahedralize, surface: {type: file, file: "
                                   "open.obj}, size: {surface: 0.2}}"}}));
    const Outcome outcome = call("run " + scene + " -o " + folder.path("out"));
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.text,
               Contains("beam.yaml:5:11: error: the surface is not closed: 3 border edges") &&
                   Contains("plugin: mesh/tetrahedralize") && Contains("remedy: close its holes"));
}

TEST_CASE("bad mesh file: what can be repaired is, with a warning") {
    const WorkFolder folder;
    const Outcome spare =
        run_with(folder, "vega", "spare.veg", vega(corner_and("5 5 5"), {"1 2 3 4"}));
    CHECK(spare.code == 0);
    CHECK_THAT(spare.text, Contains("beam.yaml:5:11: warning: spare.veg: 1 node belongs to no "
                                    "element and has been left out"));
    CHECK_THAT(folder.read("out/run.json"), Contains("belongs to no element"));
    const Outcome left = run_with(folder, "vega", "left.veg", vega(corner, {"1 3 2 4"}));
    CHECK(left.code == 0);
    CHECK_THAT(left.text, Contains("left.veg: all elements were left-handed"));
}

TEST_CASE("bad mesh file: folders, pipes and devices are refused, not waited for") {
    const WorkFolder folder;
    const auto refusal = [&](const std::string& plugin, const std::string& file) {
        const std::string scene = folder.write("beam.yaml", beam_of_file(plugin, file));
        const Outcome outcome = call("run " + scene + " -o " + folder.path("out"), "timeout 20");
        CHECK(outcome.code == 2);
        CHECK(count(outcome.text, "error: ") == 1);
        return outcome.text;
    };
    for (const auto& [plugin, file] : {std::pair{"vega", "pipe.veg"}, std::pair{"gmsh", "pipe.msh"},
                                       std::pair{"file", "pipe.obj"}}) {
        REQUIRE(mkfifo(folder.path(file).c_str(), 0600) == 0);
        CHECK_THAT(refusal(plugin, file),
                   Contains(std::string("error: '") + file + "' is not a regular file") &&
                       Contains("not from devices or pipes"));
    }
    CHECK_THAT(refusal("abaqus", "/dev/zero"), Contains("'/dev/zero' is not a regular file"));
    CHECK_THAT(refusal("gmsh", "."), Contains("'.' is a folder, not a file"));
    CHECK_THAT(refusal("gmsh", "none.msh"), Contains("there is no file 'none.msh'"));
}
