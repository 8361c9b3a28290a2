#include "abaqus/abaqus_reader.hpp"

#include <catch2/catch.hpp>

#include "plugins/mesh/reading.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

namespace {

const std::string nodes = "*NODE, NSET=Corners\n10, 0, 0, 0\n20, 1, 0, 0\n30, 0, 1\n40, , , 1.D0\n";
const std::string tet = "*ELEMENT, TYPE=C3D4, ELSET=Body\n7, 10, 20, 30,\n40\n";

AbaqusFile read(const std::string& content, const OpenIncluded& open = included({})) {
    std::istringstream in(content);
    return read_abaqus(in, "a.inp", open);
}

std::string mistake(const std::string& content) {
    return mistake_of([&] { read(content); });
}

}  // namespace

TEST_CASE("abaqus reader: numbers of nodes and elements need not be in order or complete") {
    const AbaqusFile file =
        read("** a comment\n*HEADING\nsome words\n" + nodes + tet +
             "*NSET, NSET=Pair\n40, 10\n*NSET, NSET=Run, GENERATE\n10, 40, 10\n");
    const VolumeMesh& mesh = file.mesh;
    CHECK(mesh.type == ElementType::tet4);
    CHECK(mesh.elements.col(0) == Eigen::Vector4i(0, 1, 2, 3));
    CHECK(mesh.positions.col(2) == Eigen::Vector3d(0, 1, 0));  // what is left out is zero
    CHECK(mesh.positions.col(3) == Eigen::Vector3d(0, 0, 1));
    CHECK(mesh.node_sets.at("Corners").size() == 4);
    CHECK(mesh.node_sets.at("Pair") == std::vector{3, 0});
    CHECK(mesh.node_sets.at("Run").size() == 4);
    CHECK(mesh.element_sets.at("Body") == std::vector{0});
    CHECK(file.warnings.empty());
}

TEST_CASE("abaqus reader: keywords that are not read are counted in a warning") {
    const AbaqusFile file = read(nodes + tet + "*STEP\n*STATIC\n0.1, 1\n*STEP\n");
    REQUIRE(file.warnings.size() == 1);
    CHECK(file.warnings[0] == "a.inp: not read: *STEP (2), *STATIC");
}

TEST_CASE("abaqus reader: what is wrong is reported at its line") {
    CHECK_THAT(mistake(nodes + "10, 1, 1, 1\n" + tet),
               Contains("a.inp:6: node 10 is defined twice"));
    CHECK_THAT(mistake(nodes + "*ELEMENT\n"), Contains("a.inp:6: *ELEMENT without TYPE="));
    CHECK_THAT(mistake(nodes + "*ELEMENT, TYPE=C3D20\n"),
               Contains("a.inp:6: elements of type C3D20 are not read"));
    CHECK_THAT(mistake(nodes + "*ELEMENT, TYPE=C3D4\n7, 10, 20\n"),
               Contains("a.inp:7: the file ends where element"));
    CHECK_THAT(mistake(nodes + "*ELEMENT, TYPE=C3D4\n7, 10, 20, 30, 50\n"),
               Contains("element 7 names node 50, which is not there"));
    CHECK_THAT(mistake("*NODE\n1, a, 0, 0\n"), Contains("a.inp:2: expected a node"));
    CHECK_THAT(mistake(tet), Contains("a.inp has no *NODE"));
    CHECK_THAT(mistake("v 0 0 0\n"), Contains("a.inp:1: expected a keyword such as *NODE"));
}

TEST_CASE("abaqus reader: an included file is read in its place, and not without end") {
    const auto open = included({{"n.inp", nodes}, {"self.inp", "*INCLUDE, INPUT=self.inp\n"}});
    CHECK(read("*INCLUDE, INPUT=n.inp\n" + tet, open).mesh.n_nodes() == 4);
    CHECK_THAT(mistake_of([&] { read("*INCLUDE, INPUT=self.inp\n", open); }),
               Contains("self.inp:1: files include each other without end"));
}
