#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/point_areas.hpp>

using namespace sinew;

TEST_CASE("point areas: a third of the triangles around each point; none of a point alone") {
    SurfaceMesh surface;
    surface.positions.resize(3, 5);
    surface.positions << 0, 3, 3, 0, 9, 0, 0, 2, 2, 9, 0, 0, 0, 0, 9;
    surface.triangles.resize(3, 2);
    surface.triangles << 0, 0, 1, 2, 2, 3;
    const std::vector<double> areas = point_areas(surface);
    CHECK(areas[0] == Approx(2));
    CHECK(areas[1] == Approx(1));
    CHECK(areas[2] == Approx(2));
    CHECK(areas[3] == Approx(1));
    CHECK(areas[4] == 0);
}
