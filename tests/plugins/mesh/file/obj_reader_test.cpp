#include <catch2/catch.hpp>

#include "file/polygons.hpp"
#include "plugins/mesh/reading.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

namespace {

const std::string square = "v 0 0 0 1.0\nv 1 0 0\nv 1 1 0\nv 0 1 0.5\n";

Polygons read(const std::string& content) {
    std::istringstream in(content);
    return read_obj(in, "a.obj");
}

std::string mistake(const std::string& content) {
    return mistake_of([&] { read(content); });
}

}  // namespace

TEST_CASE("obj reader: faces by numbers, by numbers from the end, and over several lines") {
    const std::vector<std::vector<int>> whole{{0, 1, 2, 3}};
    for (const std::string face :
         {"f 1 2 3 4\n", "f 1/7 2/7/7 3//7 4\n", "f -4 -3 -2 -1\n", "f 1 2 \\\n3 4\n"}) {
        const Polygons polygons = read("# a square\no square\nvt 0 0\n" + square + face);
        CHECK(polygons.faces == whole);
        CHECK(polygons.positions.col(3) == Eigen::Vector3d(0, 1, 0.5));
    }
    CHECK(read("f 1 2 3 4\n" + square).faces == whole);  // vertices may follow
}

TEST_CASE("obj reader: what is wrong is reported at its line") {
    CHECK_THAT(mistake("v 0 0\n"), Contains("a.obj:1: expected a vertex: v and 3 coordinates"));
    CHECK_THAT(mistake(square + "f 1 2\n"), Contains("a.obj:5: a face of fewer than 3 vertices"));
    CHECK_THAT(mistake(square + "f 1 2 x\n"),
               Contains("a.obj:5: expected a vertex of a face, got 'x' | for example f 1 2 3"));
    CHECK_THAT(mistake(square + "f 1 2 0\n"), Contains("expected a vertex of a face, got '0'"));
    CHECK_THAT(mistake(square + "f 1 2 -5\n"),
               Contains("a.obj:5: there is no vertex -5 | 4 vertices stand above this line"));
    CHECK_THAT(mistake(square + "f 1 2 4294967297\n"),
               Contains("a.obj:5: there is no vertex 4294967297"));
    CHECK_THAT(mistake(square + "f 1 2 3 \\\n"),
               Contains("the file ends where the rest of a face"));
    CHECK_THAT(
        mistake(square + "f 1 2 7\n"),
        Contains("a.obj: line 5 names vertex 7, but there are 4 | the file may have been cut"));
    CHECK_THAT(mistake("OFF\n"), Contains("a.obj holds nothing of an .obj file"));
}
