#include <catch2/catch.hpp>
#include <view/ray.hpp>

using namespace sinew;
using namespace sinew::view;

namespace {

/// Two unit squares across the z axis, at z = 0 and z = 1, of two triangles each.
struct Squares {
    Points points{3, 8};
    Eigen::MatrixXi triangles{3, 4};
    Squares() {
        points << 0, 1, 1, 0, 0, 1, 1, 0,  //
            0, 0, 1, 1, 0, 0, 1, 1,        //
            0, 0, 0, 0, 1, 1, 1, 1;
        triangles << 0, 0, 4, 4,  //
            1, 2, 5, 6,           //
            2, 3, 6, 7;
    }
};

const Eigen::Vector3d down(0, 0, -1);

}  // namespace

TEST_CASE("a ray meets the nearest triangle on its way, from either side") {
    const Squares squares;
    const auto from_above = first_hit({{0.7, 0.2, 3}, down}, squares.points, squares.triangles);
    REQUIRE(from_above);
    CHECK(from_above->triangle == 2);
    CHECK(from_above->distance == Approx(2));
    CHECK((from_above->position - Eigen::Vector3d(0.7, 0.2, 1)).norm() < 1e-12);
    const auto from_below = first_hit({{0.2, 0.7, -3}, -down}, squares.points, squares.triangles);
    REQUIRE(from_below);
    CHECK(from_below->triangle == 1);
    CHECK(from_below->distance == Approx(3));
}

TEST_CASE("a ray that passes by, or that begins behind all triangles, meets none") {
    const Squares squares;
    CHECK_FALSE(first_hit({{1.1, 0.5, 3}, down}, squares.points, squares.triangles));
    CHECK_FALSE(first_hit({{0.5, 0.5, -1}, down}, squares.points, squares.triangles));
    CHECK_FALSE(first_hit({{0.5, -1, 0.5}, {1, 0, 0}}, squares.points, squares.triangles));
}

TEST_CASE("the nearest point is one of those listed") {
    const Squares squares;
    CHECK(nearest_point({0.9, 0.1, 0.2}, squares.points, {0, 1, 2, 3}) == 1);
    CHECK(nearest_point({0.9, 0.3, 0.2}, squares.points, {4, 6, 7}) == 6);
}

TEST_CASE("a dragged point stays in its plane, under the cursor") {
    const Ray ray{{0, 0, 5}, Eigen::Vector3d(1, 0, -2).normalized()};
    const Eigen::Vector3d position = on_plane(ray, {9, 9, 1}, {0, 0, 1});
    CHECK((position - Eigen::Vector3d(2, 0, 1)).norm() < 1e-12);
    const Eigen::Vector3d kept(3, 4, 5);
    CHECK(on_plane({{0, 0, 0}, {1, 0, 0}}, kept, {0, 0, 1}) == kept);
}
