#include <catch2/catch.hpp>
#include <Eigen/QR>
#include <steklov_poincare/surface_tangent.hpp>

#include "split_arm.hpp"

using namespace sinew;
using namespace sinew::test;
using steklov::InteriorResponses;

TEST_CASE("interior_responses: answers to sums of what was asked, and to nothing else") {
    const Eigen::Index n = 40, inside = 90;
    const Eigen::MatrixXd A = Eigen::MatrixXd::Random(inside, n), X = Eigen::MatrixXd::Random(n, 4);
    InteriorResponses responses;
    CHECK(responses.find(X.col(0)).size() == 0);
    // Of very different lengths, as the directions of conjugate gradients are.
    for (int k = 0; k < 4; ++k) {
        const Vector x = std::pow(1e-4, k) * (X.col(k) + 10 * X.col(0));
        responses.keep(x, A * x);
    }
    CHECK(responses.size() == 4);
    const Vector step = X * Eigen::Vector4d(0.3, -2, 1, 5);
    CHECK((responses.find(step) - A * step).norm() < 1e-12 * (A * step).norm());
    responses.keep(step, A * step);
    CHECK(responses.size() == 4);
    // Of what is beside them nothing is said.
    Vector beside = Vector::Random(n);
    beside -= X * X.colPivHouseholderQr().solve(beside);
    CHECK((responses.find(step + beside) - A * step).norm() < 1e-10 * (A * step).norm());
    responses.clear();
    CHECK(responses.find(step).size() == 0);
    for (std::size_t k = 0; k < 2 * InteriorResponses::most; ++k)
        responses.keep(Vector::Random(200), Vector::Random(10));
    CHECK(responses.size() == InteriorResponses::most);
}

TEST_CASE("interior_responses: products with the tangent say where the interior goes") {
    SplitArm arm;
    auto& K = *arm.stiffness;
    arm.factor_interior();
    steklov::InteriorInverse inverse(K, 8);
    REQUIRE_FALSE(inverse.update_pose());
    InteriorResponses responses;
    const steklov::SurfaceTangent tangent(K, arm.sets, inverse, responses);
    const Vector a = Vector::Random(tangent.size()), b = Vector::Random(tangent.size());
    Vector y;
    tangent.apply(a, y);
    tangent.apply(b, y);
    const Vector step = a - 3 * b;
    const Vector answer = responses.find(step);
    Vector left = Vector::Zero(3 * arm.sets.n_interior());
    K.is.add_product(K.matrix, 1, step, left);
    const double pull = left.norm();
    K.ii.add_product(K.matrix, 1, answer, left);
    CHECK(left.norm() < 0.1 * pull);
}
