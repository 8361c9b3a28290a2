#include <catch2/catch.hpp>
#include <sinew/mechanics/math/symmetric_secant.hpp>
#include <support/bodies.hpp>

using namespace sinew;
using namespace sinew::test;

TEST_CASE(
    "symmetric secant: the change fits the difference, is symmetric, and as small as can be") {
    const Eigen::MatrixXd B = noise(25, 1).reshaped(5, 5);
    const Eigen::MatrixXd M = B * B.transpose() + Eigen::MatrixXd::Identity(5, 5);
    const Vector s = noise(5, 2), g = noise(5, 3), Ms = M * s;
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(5, 5);
    Vector overwritten = g;
    add_symmetric_secant(overwritten, Ms, s, A);
    CHECK((A * s - g).norm() < 1e-13 * g.norm());
    CHECK((A - A.transpose()).norm() < 1e-14 * A.norm());

    // In the norm of M^-1/2 A M^-1/2 any other symmetric change that fits is larger.
    const Eigen::MatrixXd root = M.llt().matrixL();
    const auto size = [&root](const Eigen::MatrixXd& X) {
        const Eigen::MatrixXd half = root.triangularView<Eigen::Lower>().solve(X);
        return root.triangularView<Eigen::Lower>().solve(half.transpose()).norm();
    };
    for (unsigned seed = 10; seed < 20; ++seed) {
        Vector x = noise(5, seed);
        x -= x.dot(s) / s.squaredNorm() * s;
        const Eigen::MatrixXd other = A + 0.1 * x * x.transpose();
        REQUIRE((other * s - g).norm() < 1e-13 * g.norm());
        CHECK(size(other) > size(A));
    }
}
