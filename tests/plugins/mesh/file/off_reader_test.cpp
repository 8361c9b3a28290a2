#include <catch2/catch.hpp>

#include "file/polygons.hpp"
#include "plugins/mesh/reading.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

namespace {

Polygons read(const std::string& content) {
    std::istringstream in(content);
    return read_off(in, "a.off");
}

std::string mistake(const std::string& content) {
    return mistake_of([&] { read(content); });
}

}  // namespace

TEST_CASE("off reader: vertices and faces, with comments, colours and counts where they like") {
    for (const std::string head : {"OFF\n# square\n4 2 0\n", "COFF 4 2 0\n", "OFF\n\n4 2\n"}) {
        const Polygons polygons = read(head +
                                       "0 0 0 1 0 0 1\n1 0 0\n1 1 0\n0 1 0.5\n"
                                       "4 0 1 2 3 0.5 0.5 0.5\n2 0 1\n");
        CHECK(polygons.positions.col(3) == Eigen::Vector3d(0, 1, 0.5));
        CHECK(polygons.faces == std::vector<std::vector<int>>{{0, 1, 2, 3}});  // no lines
    }
}

TEST_CASE("off reader: what is wrong is reported at its line") {
    CHECK_THAT(mistake("v 0 0 0\n"),
               Contains("a.off:1: the file does not begin with the word OFF"));
    CHECK_THAT(mistake("4OFF\n"), Contains("4OFF holds points that are not in three dimensions"));
    CHECK_THAT(mistake("OFF BINARY\n"), Contains("binary .off files are not read"));
    CHECK_THAT(mistake("OFF\n3\n"),
               Contains("a.off:2: expected the numbers of vertices and faces"));
    CHECK_THAT(mistake("OFF\n2 0 0\n0.25 0.25 0.25\n"),
               Contains("the file ends where vertex 2 of 2"));
    CHECK_THAT(mistake("OFF\n1 0 0\n0.25 0.25\n"), Contains("a.off:3: expected the 3 coordinates"));
    CHECK_THAT(mistake("OFF\n1 1 0\n0 0 0\n3 0 0 1\n"),
               Contains("a.off:4: there is no vertex 1 | vertices are 0 to 0"));
    CHECK_THAT(mistake("OFF\n1 1 0\n0 0 0\n3 0 0\n"),
               Contains("expected the 3 vertices of a face"));
    CHECK_THAT(mistake("OFF\n1 1 0\n0 0 0\n"), Contains("the file ends where face 1 of 1"));
    CHECK_THAT(
        mistake("OFF\n100000000 1 0\n0 0 0\n"),
        Contains("a.off:2: 100000000 vertices are promised, and the 6 bytes behind this line "
                 "can hold 1"));
    CHECK_THAT(mistake("OFF\n1 1 0\n0 0 0\n3 0 0 4294967296\n"),
               Contains("a.off:4: there is no vertex 4294967296"));
}

TEST_CASE("off reader: every mistake has a remedy") {
    const std::pair<const char*, const char*> cases[] = {
        {"", "copy or export it again"},
        {"v 0 0 0\n", "write OFF"},
        {"4OFF\n", "export it with 3 coordinates a vertex"},
        {"OFF BINARY\n", "export it as text"},
        {"OFF\n3\n", "for example 8 6 0"},
        {"OFF\n-3 1 0\n", "a whole number from 0"},
        {"OFF\n100000000 1 0\n0 0 0\n", "copy or export it again"},
        {"OFF\n2 0 0\n0.25 0.25 0.25\n", "copy or export it again"},
        {"OFF\n1 0 0\n0.25 0.25\n", "for example 0.1 0.2 0.3"},
        {"OFF\n1 1 0\n0 0 0\nthree\n", "for example 3 0 1 2"},
        {"OFF\n1 1 0\n0 0 0\n3 0 0\n", "stand on the line of the face"},
        {"OFF\n1 1 0\n0 0 0\n3 0 0 1\n", "vertices are 0 to 0"}};
    for (const auto& [content, remedy] : cases) {
        CAPTURE(content);
        const std::string said = mistake(content);
        REQUIRE(said.find(" | ") != std::string::npos);
        CHECK_THAT(said.substr(said.find(" | ")), Contains(remedy));
    }
}
