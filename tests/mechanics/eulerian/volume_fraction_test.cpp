#include <catch2/catch.hpp>
#include <Eigen/Core>
#include <sinew/mechanics/eulerian/volume_fraction.hpp>

namespace {

/// The part of the unit cell below the plane n . x = c.
double below(const Eigen::Vector3d& n, double c) {
    const auto at = [&](double x, double y, double z) {
        return n.normalized().dot(Eigen::Vector3d(x, y, z)) - c;
    };
    std::array<double, 8> corners;
    for (std::size_t corner = 0; corner < 8; ++corner)
        corners[corner] = at(corner & 1, corner >> 1 & 1, corner >> 2);
    return sinew::volume_fraction(corners, at);
}

}  // namespace

TEST_CASE("volume fraction: exact for planes square to an axis") {
    for (const double c : {0.0, 0.013, 0.25, 0.4, 0.777, 1.0})
        for (int axis = 0; axis < 3; ++axis) {
            const Eigen::Vector3d n = Eigen::Vector3d::Unit(axis);
            CHECK(below(n, c) == Approx(c).margin(1e-14));
            CHECK(below(-n, -c) == Approx(1 - c).margin(1e-14));
        }
}

TEST_CASE("volume fraction: of an oblique plane, and nothing or all beside one") {
    const Eigen::Vector3d n(1, 1, 1);
    for (const double a : {0.5, 0.8, 1.0})  // edges of the corner below
        CHECK(below(n, a / std::sqrt(3.0)) == Approx(a * a * a / 6).margin(0.015));
    CHECK(below(n, 1.5 / std::sqrt(3.0)) == Approx(0.5));
    CHECK(below({1, 2, 0.5}, -0.1) == 0);
    CHECK(below({1, 2, 0.5}, 4) == 1);
}
