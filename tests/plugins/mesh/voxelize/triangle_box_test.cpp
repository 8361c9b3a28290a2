#include "voxelize/triangle_box.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <vector>

using namespace sinew;

namespace {

/// What is left of a triangle between the six planes of a cube, by clipping: no separating axis.
bool clipped_is_left(const GridTriangle& triangle, const Eigen::Vector3d& center) {
    std::vector<Eigen::Vector3d> polygon{triangle.col(0), triangle.col(1), triangle.col(2)};
    for (int axis = 0; axis < 3; ++axis)
        for (const int sign : {-1, 1}) {
            const auto inside = [&](const Eigen::Vector3d& x) {
                return 0.5 - sign * (x[axis] - center[axis]);
            };
            std::vector<Eigen::Vector3d> next;
            for (std::size_t i = 0; i < polygon.size(); ++i) {
                const Eigen::Vector3d &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
                const double da = inside(a), db = inside(b);
                if (da >= 0) next.push_back(a);
                if ((da >= 0) != (db >= 0)) next.push_back(a + da / (da - db) * (b - a));
            }
            polygon = next;
        }
    return !polygon.empty();
}

}  // namespace

TEST_CASE("triangle and cube touch exactly where clipping leaves something") {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> at(-1.5, 1.5);
    int n_touching = 0;
    for (int k = 0; k < 20000; ++k) {
        GridTriangle triangle;
        for (double& x : triangle.reshaped()) x = at(random);
        if (k % 3 == 1) triangle.col(2) = triangle.col(1);  // a segment
        if (k % 9 == 2) triangle.col(1) = triangle.col(2) = triangle.col(0);
        const Eigen::Vector3d center(0.1, -0.2, 0.3);
        const bool touching = clipped_is_left(triangle, center);
        n_touching += touching;
        REQUIRE(touches_cube(triangle, center) == touching);
    }
    CHECK(n_touching > 4000);
    CHECK(n_touching < 16000);
}

TEST_CASE("triangle and cube touch in a face, an edge or a corner alone, and not beyond") {
    GridTriangle triangle;
    triangle << 1, 2, 2, 0.2, 0, 1, 0.3, 0, 0;  // its first corner lies in the plane x = 1
    const Eigen::Vector3d center = Eigen::Vector3d::Constant(0.5);
    CHECK(touches_cube(triangle, center));
    triangle(0, 0) = 1 + 1e-6;
    CHECK_FALSE(touches_cube(triangle, center));
    triangle << 1, 2, 2, 1, 2, 1, 1, 1, 2;  // a corner at a corner
    CHECK(touches_cube(triangle, center));
    triangle << 3, -1, -1, -1, 3, -1, -1, -1, 3;  // x + y + z = 1 cuts it without a corner inside
    CHECK(touches_cube(triangle, center));
    triangle << 5, -1, -1, -1, 5, -1, -1, -1, 5;  // x + y + z = 3 meets it in (1, 1, 1)
    CHECK(touches_cube(triangle, center));
    triangle.array() += 0.01;
    CHECK_FALSE(touches_cube(triangle, center));
}
