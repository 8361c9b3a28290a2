#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <support/data.hpp>
#include <support/mesh_plugin.hpp>

using namespace sinew;
using namespace sinew::test;

namespace {

const std::string tet_text = R"(# one tetrahedron
*VERTICES
4 3 0 0
1 0 0 0
2 1 0 0
3 0 1 0
4 0 0 1

*ELEMENTS
TET
1 4 0
1 1 2 3 4
)";

/// What is wrong with a .veg file of that text.
Diagnostic mistake(const std::string& text) {
    const TemporaryFile file("a.veg", text);
    return mesh_mistake("{type: vega, file: " + file.path() + "}");
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    return text.replace(text.find(what), what.size(), by);
}

MeshData load_veg(const std::filesystem::path& file, const std::string& more = "") {
    return load_mesh("{type: vega, file: " + file.string() + more + "}");
}

}  // namespace

TEST_CASE("vega: sets, regions and materials become sets and arrays") {
    const TemporaryFile file("sets.veg", R"(*VERTICES
5 3 0 0
0 0 0 0
1 1 0 0
2 0 1 0
3 0 0 1
4 0 0 -1
*ELEMENTS
TET
2 4 0
0 0 1 2 3
1 0 2 1 4   # a comment
*MATERIAL soft
ENU, 1000, 1e5, 0.45
*MATERIAL hard
ENU, 2000, 1e7, 0.3
*SET lower
1,
*REGION
allElements, soft
*REGION
lower, hard
)");
    const VolumeMesh mesh = *load_veg(file.path()).volume;
    CHECK(mesh.element_sets.at("lower") == std::vector{1});
    CHECK(mesh.element_arrays.at("young") == Eigen::RowVector2d(1e5, 1e7));
    CHECK(mesh.element_arrays.at("poisson") == Eigen::RowVector2d(0.45, 0.3));
    CHECK(mesh.element_arrays.at("density") == Eigen::RowVector2d(1000, 2000));
}

TEST_CASE("vega: a file includes others beside it") {
    const TemporaryFile inner("inner.txt", "1 0 0 0\n");
    const TemporaryFile vertices("v.veg", tet_text.substr(0, tet_text.find("*ELEMENTS")));
    const TemporaryFile file(
        "outer.veg", "*INCLUDE " + std::filesystem::path(vertices.path()).filename().string() +
                         "\n" + tet_text.substr(tet_text.find("*ELEMENTS")));
    CHECK(load_veg(file.path()).volume->n_elements() == 1);
    const TemporaryFile self("self.veg", "");
    const std::string name = std::filesystem::path(self.path()).filename().string();
    std::ofstream(self.path()) << "*INCLUDE " << name << "\n";
    CHECK(mesh_mistake("{type: vega, file: " + self.path() + "}").message ==
          "files include each other without end");
}

TEST_CASE("vega: mistakes name the line and what was expected") {
    Diagnostic d = mistake(replaced(tet_text, "1 1 2 3 4", "1 1 2 3 5"));
    CHECK(d.message == "there is no vertex 5");
    CHECK(d.remedy == "vertices are 1 to 4");
    CHECK(d.where.line == 12);
    d = mistake(tet_text.substr(0, tet_text.find("4 0 0 1")));
    CHECK(d.message == "the file ends where vertex 4 of 4 was expected");
    CHECK(d.remedy == "it may have been cut off: copy or export it again");
    d = mistake(replaced(tet_text, "TET", "PRISM"));
    CHECK(d.message == "there are no elements 'PRISM'");
    d = mistake(replaced(tet_text, "*ELEMENTS", "*ELEMENT"));
    CHECK(d.message == "there is no keyword '*ELEMENT'");
    d = mistake(replaced(tet_text, "1 4 0", "0 4 0"));
    CHECK(d.message == "the file has no elements");
    d = mistake("solid\n facet\n");
    CHECK(d.message == "expected a keyword such as *VERTICES");
    CHECK(d.remedy == "is this Vega's .veg format?");
    d = mistake(std::string("\0\1\2", 3));
    CHECK(d.message == "this is a binary file, not text");
    CHECK(d.remedy == "export it as text, and look at its name's ending");
    d = mistake("");
    CHECK(d.message.find("is empty") != std::string::npos);
    d = mistake(replaced(tet_text, "2 1 0 0", "2 one 0 0"));
    CHECK(d.message == "expected a vertex: its number and 3 coordinates");
    d = mistake(tet_text.substr(0, tet_text.find("*ELEMENTS")));
    CHECK(d.message.find("has no *ELEMENTS section") != std::string::npos);
    d = mistake(replaced(tet_text, "4 0 0 1", "4 0 0 0"));
    CHECK(d.message.find("1 of 1 elements have no volume: 0") != std::string::npos);
    d = mistake(tet_text + "*REGION\nallElements, stel\n");
    CHECK(d.message == "there is no material 'stel'");
}

TEST_CASE("vega: a file that is not there, and one that is called alike") {
    const TemporaryFile file("there.veg", tet_text);
    std::string wrong = file.path();
    wrong.replace(wrong.find("there"), 5, "three");
    const Diagnostic d = mesh_mistake("{type: vega, file: " + wrong + "}");
    CHECK(d.message == "there is no file '" + wrong + "'");
    CHECK(d.remedy.find("did you mean 'sinew_mesh_test_") == 0);
    CHECK(d.where.line == 5);
}

TEST_CASE("vega: .bou files count from 1 and are checked") {
    const TemporaryFile file("b.veg", tet_text), good("g.bou", "1,3,\n4,\n"),
        bad("b.bou", "1,5,\n");
    CHECK(load_veg(file.path(), ", fixed: " + good.path()).volume->node_sets.at("fixed") ==
          std::vector{0, 2, 3});
    const Diagnostic d =
        mesh_mistake("{type: vega, file: " + file.path() + ", fixed: " + bad.path() + "}");
    CHECK(d.message == "there is no vertex 5");
    CHECK(d.remedy == "the mesh has vertices 1 to 4");
}

TEST_CASE("vega: the public meshes have the counts and volumes that were measured elsewhere") {
    struct Fact {
        const char* file;
        Eigen::Index n_nodes, n_elements;
        double volume;  ///< 0: not measured
        int n_triangles;
        int euler;
    };
    const Fact facts[] = {
        {"beam3_vega/beam3_tet.veg", 208, 450, 0.0048, 412, 2},
        {"beam3_vega/beam3.veg", 208, 75, 0.0048, 412, 2},
        {"simpleBridge_vega/simpleBridge-ic_128_0.15_.1.veg", 4000, 12827, 30.7103, 7058, -50},
        {"simpleBridge_vega/simpleBridge_resol92-b1.155_enlarged.veg", 3923, 1736, 0, 0, 0},
        {"towerCrane_vega/towerCrane_resol166.veg", 9875, 5571, 0, 0, 0},
        {"selfIntersecting_vega/doubleLoopWithCube.veg", 1181, 4650, 4.71471, 1362, 0},
        {"selfIntersecting_vega/helix.veg", 4532, 16226, 36.5085, 6660, 0},
        {"yeahright_vega/yeahright-on-ground.veg", 21122, 71577, 82.4567, 31608, -363},
    };
    for (const Fact& fact : facts) {
        const auto file = data_file(fact.file);
        if (!file) continue;
        CAPTURE(fact.file);
        const VolumeMesh mesh = *load_veg(*file).volume;
        CHECK(mesh.n_nodes() == fact.n_nodes);
        CHECK(mesh.n_elements() == fact.n_elements);
        CHECK(mesh.element_arrays.count("young") == 1);
        const SurfaceReport skin = inspect({mesh.positions, boundary(mesh).triangles});
        CHECK(skin.closed());
        if (fact.volume == 0) continue;
        CHECK(quality(mesh).volume == Approx(fact.volume).epsilon(2e-6));
        CHECK(boundary(mesh).triangles.cols() == fact.n_triangles);
        CHECK(skin.euler == fact.euler);
    }
}

TEST_CASE("vega: fixed vertices of the public meshes") {
    const auto mesh = data_file("beam3_vega/beam3_tet.veg");
    const auto bou = data_file("beam3_vega/beam3.bou");
    if (!mesh || !bou) return;
    const VolumeMesh beam = *load_veg(*mesh, ", fixed: " + bou->string()).volume;
    CHECK(beam.node_sets.at("fixed") == std::vector{50, 51, 102, 103, 154, 155, 206, 207});
    for (const int node : beam.node_sets.at("fixed")) CHECK(beam.positions(1, node) == Approx(1));
}

TEST_CASE("vega: the mesh that touches itself is found non-manifold") {
    const auto file = data_file("yeahright_vega/yeahright-on-ground.veg");
    if (!file) return;
    const VolumeMesh mesh = *load_veg(*file).volume;
    const SurfaceReport skin = inspect({mesh.positions, boundary(mesh).triangles});
    CHECK(skin.n_non_manifold_edges == 230);
}
