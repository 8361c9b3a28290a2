#include <catch2/catch.hpp>
#include <sinew/mechanics/contact/surface_intersections.hpp>

using namespace sinew;

TEST_CASE("surface intersections: pairs of triangles, once each") {
    // A triangle in z = 0, one that stands through it, and one beside them on an edge of the first.
    SurfaceMesh mesh;
    mesh.positions.resize(3, 7);
    mesh.positions << 0, 1, 0, 0.2, 0.3, 0.2, 1,  //
        0, 0, 1, 0.2, 0.2, 0.3, 1,                //
        0, 0, 0, -1, 1, 1, 0;
    mesh.triangles.resize(3, 3);
    mesh.triangles.transpose() << 0, 1, 2, 3, 4, 5, 1, 6, 2;
    CHECK(intersecting_pairs(mesh) == std::vector<std::pair<int, int>>{{0, 1}});
    mesh.positions.row(2).segment(3, 3).array() += 2;
    CHECK(intersecting_pairs(mesh).empty());
}
