#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <support/mesh_plugin.hpp>

using namespace sinew;
using namespace sinew::test;

namespace {

const std::string nodes_text = R"(*Heading
 two tetrahedra
** a comment
*NODE, NSET=all
10, 0., 0., 0.
20, 1., 0., 0.
30, 0., 1., 0.
40, 0., 0., 1.
50, 0., 0., -1.D0
)";
const std::string tets_text = nodes_text + R"(*ELEMENT, TYPE=C3D4H, ELSET=Body
7, 10, 20, 30, 40
9, 10, 30, 20, 50
)";

MeshData load_inp(const std::string& text) {
    const TemporaryFile file("a.inp", text);
    return load_mesh("{type: abaqus, file: " + file.path() + "}");
}
Diagnostic mistake(const std::string& text) {
    const TemporaryFile file("a.inp", text);
    return mesh_mistake("{type: abaqus, file: " + file.path() + "}");
}

}  // namespace

TEST_CASE("abaqus: nodes, elements and sets, whatever their numbers") {
    const MeshData data = load_inp(tets_text + R"(*NSET, NSET=top
40
*nset, nset=some, generate
10, 30, 10
*NSET, NSET=both
top, some
*ELSET, ELSET=lower
9,
*MATERIAL, NAME=rubber
*ELASTIC
1e6, 0.4
*MATERIAL, NAME=steel
)");
    const VolumeMesh& mesh = *data.volume;
    CHECK(mesh.n_nodes() == 5);
    CHECK(mesh.n_elements() == 2);
    CHECK(quality(mesh).volume == Approx(1.0 / 3));
    CHECK(mesh.node_sets.at("top") == std::vector{3});
    CHECK(mesh.node_sets.at("some") == std::vector{0, 1, 2});
    CHECK(mesh.node_sets.at("both") == std::vector{0, 1, 2, 3});
    CHECK(mesh.node_sets.at("all").size() == 5);
    CHECK(mesh.element_sets.at("Body") == std::vector{0, 1});
    CHECK(mesh.element_sets.at("lower") == std::vector{1});
    REQUIRE(data.warnings.size() == 1);
    CHECK(data.warnings[0].find("not read: *MATERIAL (2), *ELASTIC") != std::string::npos);
}

TEST_CASE("abaqus: quadratic tetrahedra over two lines, and hexahedra") {
    const MeshData tet10 = load_inp(R"(*NODE
1, 0, 0, 0
2, 2, 0, 0
3, 0, 2, 0
4, 0, 0, 2
5, 1, 0, 0
6, 1, 1, 0
7, 0, 1, 0
8, 0, 0, 1
9, 1, 0, 1
10, 0, 1, 1
*ELEMENT, TYPE=C3D10M
1, 1, 2, 3, 4, 5, 6, 7,
8, 9, 10
)");
    CHECK(tet10.volume->type == ElementType::tet10);
    CHECK(quality(*tet10.volume).volume == Approx(8.0 / 6));
    const MeshData hex8 = load_inp(R"(*NODE
1, 0, 0, 0
2, 1, 0, 0
3, 1, 1, 0
4, 0, 1, 0
5, 0, 0, 3
6, 1, 0, 3
7, 1, 1, 3
8, 0, 1, 3
*ELEMENT, TYPE=C3D8R
1, 1, 2, 3, 4, 5, 6, 7, 8
)");
    CHECK(hex8.volume->type == ElementType::hex8);
    CHECK(quality(*hex8.volume).volume == Approx(3));
}

TEST_CASE("abaqus: one part with one instance is read, more are refused by name") {
    const std::string part = "*PART, NAME=Bar\n" + tets_text + "*END PART\n";
    const std::string assembly =
        "*ASSEMBLY, NAME=A\n*INSTANCE, NAME=Bar-1, PART=Bar\n*END INSTANCE\n"
        "*NSET, NSET=grip, INSTANCE=Bar-1\n10, Bar-1.20\n*END ASSEMBLY\n";
    CHECK(load_inp(part + assembly).volume->node_sets.at("grip") == std::vector{0, 1});
    Diagnostic d = mistake(part + assembly + "*INSTANCE, NAME=Bar-2, PART=Bar\n");
    CHECK(d.message == "a second instance, 'Bar-2'");
    d = mistake(part + "*INSTANCE, NAME=Bar-1, PART=Bar\n1., 0., 0.\n*END INSTANCE\n");
    CHECK(d.message == "the instance 'Bar-1' is moved or turned");
    d = mistake(part + "*PART, NAME=Rod\n*NODE\n1, 0, 0, 0\n");
    CHECK(d.message == "nodes in two parts, 'Bar' and 'Rod'");
}

TEST_CASE("abaqus: mistakes name the line and what was expected") {
    Diagnostic d = mistake(tets_text + "12, 10, 20, 30, 41\n");
    CHECK(d.message.find("element 12 names node 41, which is not there") != std::string::npos);
    d = mistake(tets_text + "12, 10, 20\n");
    CHECK(d.message == "the file ends where element 12 of 4 nodes was expected");
    CHECK(d.where.line == 13);
    d = mistake(tets_text + "7, 10, 20, 30, 40\n");
    CHECK(d.message == "element 7 is defined twice");
    d = mistake(tets_text + "*ELEMENT, TYPE=C3D8\n1, 10, 10, 10, 10, 20, 20, 20, 20\n");
    CHECK(d.message.find("mixes elements: 2 tet4, 1 hex8") != std::string::npos);
    d = mistake(nodes_text + "*ELEMENT, TYPE=C3D20\n");
    CHECK(d.message == "elements of type C3D20 are not read");
    d = mistake(nodes_text + "*ELEMENT, TYPE=S3\n1, 10, 20, 30\n");
    CHECK(d.message.find("has no elements C3D4, C3D8 or C3D10") != std::string::npos);
    d = mistake("*NODE\n1, a, 0, 0\n");
    CHECK(d.message == "expected a node: its number and 3 coordinates");
    d = mistake("*STEP\n");
    CHECK(d.message.find("has no *NODE") != std::string::npos);
    CHECK(d.where.line == 5);  // of the scene
    d = mistake("OFF\n8 6 0\n");
    CHECK(d.message == "expected a keyword such as *NODE");
    d = mistake(tets_text + "*NSET, NSET=a\nb\n");
    CHECK(d.message == "'b' is neither a number nor a set defined above");
}
