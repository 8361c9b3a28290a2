#include <catch2/catch.hpp>
#include <sinew/mechanics/eulerian/affine_fit.hpp>

using namespace sinew;

TEST_CASE("affine fit: an affine function is found, and the mean of what is not affine") {
    Eigen::Matrix3d A;
    A << 1.2, 0.1, 0, -0.3, 0.9, 0.2, 0, 0.4, 0.7;
    const Eigen::Vector3d b(1, -2, 3);
    Points x(3, 8);
    for (int corner = 0; corner < 8; ++corner)
        x.col(corner) = Eigen::Vector3d(corner & 1, corner >> 1 & 1, corner >> 2);
    Points values = (A * x).colwise() + b;
    CHECK((AffineFit(x, values).A - A).norm() < 1e-12);
    CHECK((AffineFit(x, values)({2, 5, -1}) - (A * Eigen::Vector3d(2, 5, -1) + b)).norm() < 1e-12);
    // What alternates from corner to corner is seen by none of it.
    for (int corner = 0; corner < 8; ++corner)
        values(0, corner) += (corner ^ corner >> 1 ^ corner >> 2) & 1 ? 1 : -1;
    CHECK((AffineFit(x, values).A - A).norm() < 1e-12);
}
