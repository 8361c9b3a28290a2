#include <catch2/catch.hpp>
#include <Eigen/Geometry>
#include <psd/transferred_shape.hpp>

using namespace sinew;

namespace {

/// A square of n by n cells, flat.
SurfaceMesh square(int n) {
    SurfaceMesh mesh;
    mesh.positions.resize(3, (n + 1) * (n + 1));
    mesh.triangles.resize(3, 2 * n * n);
    const auto at = [n](int i, int j) { return i + (n + 1) * j; };
    for (int j = 0; j <= n; ++j)
        for (int i = 0; i <= n; ++i)
            mesh.positions.col(at(i, j)) << double(i) / n, double(j) / n, 0;
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
            const int t = 2 * (i + n * j);
            mesh.triangles.col(t) << at(i, j), at(i + 1, j), at(i + 1, j + 1);
            mesh.triangles.col(t + 1) << at(i, j), at(i + 1, j + 1), at(i, j + 1);
        }
    return mesh;
}

/// A sheet that is rolled up round the y axis, and what is above it.
Points rolled(const Points& X) {
    Points x = X;
    for (Eigen::Index i = 0; i < X.cols(); ++i) {
        const double radius = 0.5 - X(2, i), angle = X(0, i) / 0.5;
        x.col(i) << radius * std::sin(angle), X(1, i), 0.5 - radius * std::cos(angle);
    }
    return x;
}

}  // namespace

TEST_CASE("transferred shape: points of the surface itself are those of the shape") {
    const SurfaceMesh at_rest = square(3);
    const Points shape = Points::Random(3, at_rest.n_points());
    const TransferredShape same = transferred_shape(at_rest, shape, at_rest.positions);
    CHECK((same.positions - shape).norm() < 1e-14);
    CHECK(same.farthest < 1e-15);
    Points near = at_rest.positions;
    near(2, 7) = -0.3;
    const TransferredShape off = transferred_shape(at_rest, shape, near);
    CHECK(off.farthest == Approx(0.3));
    CHECK(off.farthest_point == 7);
}

TEST_CASE("transferred shape: what is off the surface turns with it, as it moves") {
    const SurfaceMesh at_rest = square(2);
    Eigen::Isometry3d motion(Eigen::AngleAxisd(1.3, Eigen::Vector3d(1, 2, 2).normalized()));
    motion.pretranslate(Eigen::Vector3d(4, -1, 2));
    Points points = Points::Random(3, 20);
    const Points there = transferred_shape(at_rest, motion * at_rest.positions, points).positions;
    CHECK((there - motion * points).norm() < 1e-13);
}

TEST_CASE("transferred shape: on finer surfaces it comes nearer to the shape") {
    Points points = 0.5 * (Points::Random(3, 40).array() + 1);
    points.row(2) *= 0.1;
    double before = 1;
    for (const int n : {4, 8, 16, 32}) {
        const SurfaceMesh at_rest = square(n);
        const double error =
            (transferred_shape(at_rest, rolled(at_rest.positions), points).positions -
             rolled(points))
                .colwise()
                .norm()
                .maxCoeff();
        CHECK(error < 0.7 * before);
        before = error;
    }
    CHECK(before < 0.005);
}

TEST_CASE("transferred shape: a triangle that the shape flattens gives no nonsense") {
    const SurfaceMesh at_rest = square(1);
    Points shape = at_rest.positions;
    shape.row(0).setZero();
    const Points x = transferred_shape(at_rest, shape, Eigen::Vector3d(0.7, 0.2, 0.1)).positions;
    CHECK((x - Eigen::Vector3d(0, 0.2, 0.1)).norm() < 1e-14);
}
