#include <catch2/catch.hpp>
#include <Eigen/Core>
#include <sinew/mechanics/eulerian/volume_fraction.hpp>

using sinew::volume_fraction;

namespace {

/// Distances at the corners of the unit cell from a plane n . x = c.
std::array<double, 8> plane(const Eigen::Vector3d& n, double c) {
    std::array<double, 8> distances;
    for (std::size_t corner = 0; corner < 8; ++corner)
        distances[corner] =
            n.normalized().dot(Eigen::Vector3d(corner & 1, corner >> 1 & 1, corner >> 2)) - c;
    return distances;
}

}  // namespace

TEST_CASE("volume fraction: exact for planes square to an axis") {
    for (const double c : {0.0, 0.013, 0.25, 0.4, 0.777, 1.0})
        for (int axis = 0; axis < 3; ++axis) {
            const Eigen::Vector3d n = Eigen::Vector3d::Unit(axis);
            CHECK(volume_fraction(plane(n, c)) == Approx(c).margin(1e-14));
            CHECK(volume_fraction(plane(-n, -c)) == Approx(1 - c).margin(1e-14));
        }
}

TEST_CASE("volume fraction: of an oblique plane, and nothing or all beside one") {
    // A corner of edge a holds a^3/6, half of the cell is below its middle.
    const Eigen::Vector3d n(1, 1, 1);
    const double a = 0.6;
    CHECK(volume_fraction(plane(n, a / std::sqrt(3.0))) == Approx(a * a * a / 6).margin(4e-3));
    CHECK(volume_fraction(plane(n, 1.5 / std::sqrt(3.0))) == Approx(0.5));
    CHECK(volume_fraction(plane({1, 2, 0.5}, -0.1)) == 0);
    CHECK(volume_fraction(plane({1, 2, 0.5}, 4)) == 1);
}
