#include "self_contact/pair_slope.hpp"

#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/triangle.hpp>

using namespace sinew;
using Eigen::Vector3d;

namespace {

/// d to the nearest place of the triangle, and the forces of c |d|^2 / 2 on node and corners.
PairPoints forces(double c, const PairPoints& at) {
    const Vector3d b = nearest_in_triangle(at.col(0), at.col(1), at.col(2), at.col(3));
    const Vector3d d = at.rightCols<3>() * b - at.col(0);
    PairPoints f;
    f.col(0) = c * d;
    f.rightCols<3>() = -c * d * b.transpose();
    return f;
}

}  // namespace

TEST_CASE("pair slope: on a face, an edge and a corner it is the forces' derivative") {
    PairPoints at;
    at.rightCols<3>() << 0.1, 1.2, 0.3,  //
        0, 0.2, 1.1,                     //
        0.2, -0.1, 0.1;
    const double c = 700, h = 1e-6;
    int n_seen[4] = {};
    for (const Vector3d& x : {Vector3d(0.5, 0.4, -0.3), Vector3d(0.6, -0.4, 0.3),
                              Vector3d(1.1, 0.9, -0.2), Vector3d(-0.4, -0.2, 0.4)}) {
        at.col(0) = x;
        const Vector3d b = nearest_in_triangle(x, at.col(1), at.col(2), at.col(3));
        ++n_seen[(b.array() != 0).count()];
        const PairSlope slope = nearest_slope(c, at, b);
        CHECK((slope - slope.transpose()).norm() < 1e-12 * slope.norm());
        for (int i = 0; i < 12; ++i) {
            PairPoints before = at, after = at;
            before.data()[i] -= h;
            after.data()[i] += h;
            const PairPoints change = (forces(c, after) - forces(c, before)) / (2 * h);
            CHECK((change.reshaped() + slope.col(i)).norm() < 1e-6 * slope.norm());
        }
    }
    CHECK(n_seen[3] > 0);
    CHECK(n_seen[2] > 0);
    CHECK(n_seen[1] > 0);
}

TEST_CASE("pair slope: a spring between fixed places, with no say in motions of the whole") {
    Eigen::Matrix3d G;
    G << 3, 1, 0, 1, 2, 0.5, 0, 0.5, 4;
    const Vector3d b(0.2, 0.3, 0.5);
    const PairSlope slope = spring_slope(G, b);
    PairPoints z;
    z << 0.1, 0.7, -0.2, 0.4,  //
        0.3, -0.5, 0.6, 0.2,   //
        -0.4, 0.1, 0.8, 0.9;
    const Vector3d u = z.col(0) - z.rightCols<3>() * b;
    const PairPoints f = (slope * z.reshaped()).reshaped(3, 4);
    CHECK((f.col(0) - G * u).norm() < 1e-14);
    CHECK((f.rightCols<3>() + G * u * b.transpose()).norm() < 1e-14);
    CHECK((slope * Vector3d(1, 2, 3).replicate<1, 4>().reshaped()).norm() < 1e-13);
    // So does the nearest place's, on a turned and moved triangle too.
    const Eigen::Matrix3d R = Eigen::AngleAxisd(0.7, Vector3d(1, 2, 2) / 3).toRotationMatrix();
    const PairPoints turned = R * z;
    const Vector3d near = nearest_in_triangle(z.col(0), z.col(1), z.col(2), z.col(3));
    const PairSlope here = nearest_slope(5, z, near), there = nearest_slope(5, turned, near);
    CHECK((here * Vector3d(1, 2, 3).replicate<1, 4>().reshaped()).norm() < 1e-12);
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            CHECK((there.block<3, 3>(3 * i, 3 * j) -
                   R * here.block<3, 3>(3 * i, 3 * j) * R.transpose())
                      .norm() < 1e-12);
}

TEST_CASE("pair slope: the positive part has the positive eigenvalues, and nothing else") {
    // As deep as the face's edges are long: what turns the face has negative curvature.
    PairPoints at;
    at.rightCols<3>() << 0, 1, 0,  //
        0, 0, 1,                   //
        0, 0, 0;
    at.col(0) = Vector3d(0.3, 0.3, -1);
    const PairSlope whole = nearest_slope(2, at, Vector3d(0.4, 0.3, 0.3));
    const PairSlope part = positive_part(whole);
    const Eigen::SelfAdjointEigenSolver<PairSlope> before(whole), after(part);
    REQUIRE(before.eigenvalues().minCoeff() < -0.5);
    for (int k = 0; k < 12; ++k)
        CHECK(after.eigenvalues()[k] ==
              Approx(std::max(before.eigenvalues()[k], 0.0)).margin(1e-12));
    // What is left out is negative, and acts on other motions.
    CHECK((part * (part - whole)).norm() < 1e-12 * whole.norm());
    CHECK((positive_part(part) - part).norm() < 1e-12 * part.norm());
}
