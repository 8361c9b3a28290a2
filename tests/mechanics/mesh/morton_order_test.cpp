/// Points along a curve that keeps neighbours together.

#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/morton_order.hpp>

using namespace sinew;

TEST_CASE("corners of a cube follow the letter Z", "[mesh][morton_order]") {
    Eigen::Matrix3Xd points(3, 8);
    for (int k = 0; k < 8; ++k)
        points.col(7 - k) = Eigen::Vector3i(k / 4, k / 2 % 2, k % 2).cast<double>();
    CHECK(morton_order(points) == std::vector<int>{7, 6, 5, 4, 3, 2, 1, 0});
}

TEST_CASE("points of one cube keep their order", "[mesh][morton_order]") {
    Eigen::Matrix3Xd points = Eigen::Matrix3Xd::Ones(3, 4);
    CHECK(morton_order(points) == std::vector<int>{0, 1, 2, 3});
    CHECK(morton_order(Eigen::Matrix3Xd(3, 0)).empty());
}

TEST_CASE("neighbours along the curve are neighbours in space", "[mesh][morton_order]") {
    const int n = 16;  // a grid whose points are scattered over the numbers
    Eigen::Matrix3Xd points(3, n * n * n);
    for (int k = 0; k < n * n * n; ++k) {
        const int at = k * 1237 % (n * n * n);
        points.col(k) = Eigen::Vector3i(at / (n * n), at / n % n, at % n).cast<double>();
    }
    const std::vector<int> order = morton_order(points);
    // Each 64 of them are a cube.
    for (std::size_t first = 0; first < order.size(); first += 64) {
        const Eigen::Matrix3Xd part =
            points(Eigen::all,
                   std::vector<int>(order.begin() + long(first), order.begin() + long(first) + 64));
        CHECK((part.rowwise().maxCoeff() - part.rowwise().minCoeff()).maxCoeff() == 3);
    }
}
