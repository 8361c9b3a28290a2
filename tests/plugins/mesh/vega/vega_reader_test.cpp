#include "vega/vega_reader.hpp"

#include <catch2/catch.hpp>

#include "plugins/mesh/reading.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

namespace {

const std::string text =
    "*VERTICES\n4 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n"
    "*ELEMENTS\nTET\n1 4 0\n1 1 2 3 4\n"
    "*MATERIAL soft\nENU, 1000, 1e5, 0.45\n"
    "*SET all\n1\n"
    "*REGION\nall, soft\n";

VegaFile read(const std::string& content, const OpenIncluded& open = included({})) {
    std::istringstream in(content);
    return read_vega(in, "a.veg", open);
}

std::string mistake(const std::string& content) {
    return mistake_of([&] { read(content); });
}

/// The text up to and with these words.
std::string until(const std::string& words) {
    return text.substr(0, text.find(words) + words.size());
}

}  // namespace

TEST_CASE("vega reader: vertices, elements, sets and materials") {
    const VegaFile file = read(text);
    CHECK(file.mesh.positions.col(3) == Eigen::Vector3d(0, 0, 1));
    CHECK(file.mesh.elements.col(0) == Eigen::Vector4i(0, 1, 2, 3));
    CHECK(file.mesh.element_sets.at("all") == std::vector{0});
    CHECK(file.mesh.element_arrays.at("young")(0, 0) == 1e5);
    CHECK(file.warnings.empty());
}

TEST_CASE("vega reader: a file cut off inside a section is reported where it ends") {
    CHECK_THAT(mistake(until("2 1 0 0\n")), Contains("a.veg:4: the file ends where vertex 3 of 4"));
    CHECK_THAT(mistake(until("1 4 0\n")), Contains("a.veg:9: the file ends where element 1 of 1"));
    CHECK_THAT(mistake(until("*MATERIAL soft\n")), Contains("the material's parameters"));
    CHECK_THAT(mistake(until("ENU, 1000, 1e5")), Contains("a.veg:12: expected ENU, density"));
    CHECK_THAT(mistake(until("*SET all\n")), Contains("a.veg:13: the file ends where an element of "
                                                      "the set 'all' was expected"));
    CHECK_THAT(mistake(until("*REGION\n")), Contains("a.veg:15: the file ends where a set and a"));
    CHECK_THAT(mistake(until("*REGION\nall")), Contains("a.veg:16: there is no material ''"));
    CHECK_THAT(mistake(until("4 0 0 1\n")), Contains("a.veg has no *ELEMENTS section"));
}

TEST_CASE("vega reader: a material without a region is a warning, since the file may be cut off") {
    const VegaFile file = read(text + "*MATERIAL hard\nENU, 1000, 1e7, 0.45\n");
    REQUIRE(file.warnings.size() == 1);
    CHECK(file.warnings[0] == "a.veg: material 'hard' is in no region: is the file whole?");
    CHECK(read(until("0.45\n")).warnings.empty());  // one material for everything, as in Vega
}

TEST_CASE("vega reader: an included file is read in its place, and names itself") {
    const auto open = included({{"v.txt", until("4 0 0 1\n")}, {"bad.txt", "*VERTICES\nx\n"}});
    CHECK(read("*INCLUDE v.txt\n" + text.substr(text.find("*ELEMENTS")), open).mesh.n_nodes() == 4);
    CHECK_THAT(mistake_of([&] { read("*INCLUDE bad.txt\n", open); }),
               Contains("bad.txt:2: expected the number of vertices"));
}

TEST_CASE("vega reader: a list of vertices counts from 1") {
    std::istringstream in("1, 3,\n2\n"), beyond("9"), word("one");
    CHECK(read_bou(in, "a.bou", 3) == std::vector{0, 2, 1});
    CHECK(mistake_of([&] { read_bou(beyond, "a.bou", 3); }) ==
          "a.bou:1: there is no vertex 9 | the mesh has vertices 1 to 3");
    CHECK_THAT(mistake_of([&] { read_bou(word, "a.bou", 3); }), Contains("got 'one'"));
}
