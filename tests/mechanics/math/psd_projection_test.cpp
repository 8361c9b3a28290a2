#include <catch2/catch.hpp>
#include <limits>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/math/psd_projection.hpp>
#include <support/bodies.hpp>

using namespace sinew;

namespace {

/// V diag(values) V' with some rotation V.
Eigen::MatrixXd with_eigenvalues(const Vector& values) {
    const Index n = values.size();
    const Eigen::MatrixXd V = orthonormal_columns(test::noise(n * n).reshaped(n, n));
    const Eigen::MatrixXd K = V * values.asDiagonal() * V.transpose();
    return 0.5 * (K + K.transpose());
}

}  // namespace

TEST_CASE("PSD projection: negative eigenvalues become zero, the others and all vectors stay") {
    for (const Index n : {1, 2, 3, 9, 30}) {
        CAPTURE(n);
        const Vector values = test::noise(n, 7) - Vector::Constant(n, 0.2);
        Eigen::MatrixXd K = with_eigenvalues(values);
        PsdProjection(n).apply(K);
        CHECK((K - with_eigenvalues(values.cwiseMax(0))).norm() < 1e-13 * std::sqrt(double(n)));
        CHECK((K - K.transpose()).norm() < 1e-15);
    }
}

TEST_CASE("PSD projection: what has no negative eigenvalue is left bit by bit") {
    Vector values = Vector::LinSpaced(12, 0, 11);  // one is zero, up to round-off
    const Eigen::MatrixXd before = with_eigenvalues(values);
    Eigen::MatrixXd K = before;
    PsdProjection projection(12);
    projection.apply(K);
    CHECK(K == before);
    // The same room serves the next matrix.
    values[0] = -3;
    K = with_eigenvalues(values);
    projection.apply(K);
    values[0] = 0;
    CHECK((K - with_eigenvalues(values)).norm() < 1e-12);
}

TEST_CASE(
    "PSD projection: the same one serves matrices of any size, and leaves what is not finite") {
    PsdProjection projection;
    for (const Index n : {5, 70, 1, 3}) {
        CAPTURE(n);
        const Vector values = test::noise(n, 9) - Vector::Constant(n, 0.3);
        Eigen::MatrixXd K = with_eigenvalues(values);
        projection.apply(K);
        CHECK((K - with_eigenvalues(values.cwiseMax(0))).norm() < 1e-13 * double(n));
    }
    Eigen::MatrixXd K = Eigen::MatrixXd::Identity(4, 4);
    K(2, 2) = std::numeric_limits<double>::quiet_NaN();
    projection.apply(K);
    CHECK(std::isnan(K(2, 2)));
    CHECK(K(1, 1) == 1);
}

TEST_CASE("PSD projection: a diagonal matrix needs no reflections") {
    Eigen::MatrixXd K = Eigen::Vector3d(-1, 2, -3).asDiagonal();
    PsdProjection(3).apply(K);
    CHECK((K - Eigen::MatrixXd(Eigen::Vector3d(0, 2, 0).asDiagonal())).norm() < 1e-14);
}
