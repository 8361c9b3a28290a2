#include "user/skin.hpp"

#include <catch2/catch.hpp>

using namespace sinew;
using Catch::Contains;
using Eigen::Vector3d;
using sinew::user_weights::Skin;

namespace {

/// Two triangles that make a square of 1 m, whose corners are of bone 0, 1, 1 and 0.
Skin square() {
    SurfaceMesh surface;
    surface.positions.resize(3, 4);
    surface.positions << 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0;
    surface.triangles.resize(3, 2);
    surface.triangles << 0, 0, 1, 2, 2, 3;
    Eigen::SparseMatrix<double, Eigen::RowMajor> weights(4, 2);
    weights.insert(0, 0) = weights.insert(3, 0) = weights.insert(1, 1) = weights.insert(2, 1) = 1;
    return {surface, weights};
}

}  // namespace

TEST_CASE("user: weights of a skin are linear in its triangles, and constant away from them") {
    Points points(3, 4);
    points.col(0) = Vector3d(0.3, 0.2, 0);
    points.col(1) = Vector3d(0.3, 0.9, 0.5);   // above the square
    points.col(2) = Vector3d(1.7, 0.5, -0.2);  // beside it
    points.col(3) = Vector3d(0, 1, 0);         // on a vertex
    const Eigen::MatrixXd w = square().carried_to(points);
    CHECK(w(0, 1) == Approx(0.3));
    CHECK(w(1, 1) == Approx(0.3));
    CHECK(w(2, 1) == Approx(1));
    CHECK(w(3, 0) == 1);
    CHECK((w.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-15);
}

TEST_CASE("user: a body far from the skin, or of another size, is no body of it") {
    Points body(3, 2);
    body << 0, 0.9, 0, 0.9, 0, 0.1;
    CHECK(square().mismatch(body).empty());
    CHECK(
        square().mismatch(100 * body) ==
        "the skin is 1 x 1 x 0 m around [0.5, 0.5, 0], and the body 90 x 90 x 10 m around [45, 45, "
        "5]");
    CHECK_THAT(square().mismatch(0.001 * body),
               Contains("and the body 0.0009 x 0.0009 x 0.0001 m"));
    CHECK_THAT(square().mismatch(body.colwise() + Vector3d(3, 0, 0)), Contains("around [3.45"));
}
