#include <catch2/catch.hpp>
#include <Eigen/LU>
#include <sinew/mechanics/math/dense_cholesky.hpp>
#include <support/bodies.hpp>

using namespace sinew;
using namespace sinew::test;

namespace {

/// B B' + 0.1.
Eigen::MatrixXd definite(Index n, unsigned seed) {
    const Eigen::MatrixXd B = noise(n * n, seed).reshaped(n, n);
    return B * B.transpose() + 0.1 * Eigen::MatrixXd::Identity(n, n);
}

}  // namespace

TEST_CASE("dense Cholesky: solves for any size, with packs and with blocks") {
    for (const Index n : {0, 1, 2, 7, 8, 9, 12, 15, 16, 17, 30, 33, 40, 48, 55, 64, 65, 100}) {
        CAPTURE(n);
        DenseCholesky cholesky;
        for (const unsigned seed : {1U, 2U, 3U}) {  // what one matrix leaves harms no other
            Eigen::MatrixXd A = definite(n, seed);
            const Vector x = noise(n, seed + 7);
            Vector solved = A * x;
            // Only the lower triangle is read.
            A.triangularView<Eigen::StrictlyUpper>().setConstant(1e300);
            REQUIRE(cholesky.compute(A));
            cholesky.solve_in_place(solved);
            CHECK((solved - x).norm() <= 1e-10 * x.norm());
        }
    }
}

TEST_CASE("dense Cholesky: pivots are those of A = L D L'") {
    Eigen::Matrix3d L = Eigen::Matrix3d::Identity();
    L(1, 0) = 2;
    L(2, 0) = -1;
    L(2, 1) = 0.5;
    for (const Index n : {Index{3}, DenseCholesky::most_of_packs + 6}) {
        Eigen::MatrixXd A = 5 * Eigen::MatrixXd::Identity(n, n);
        A.topLeftCorner(3, 3) = L * Eigen::Vector3d(4, 0.25, 9).asDiagonal() * L.transpose();
        DenseCholesky cholesky;
        REQUIRE(cholesky.compute(A));
        CHECK(cholesky.least_pivot() == Approx(0.25));
        CHECK(cholesky.largest_pivot() == Approx(9));
    }
}

TEST_CASE("dense Cholesky: what is not definite is refused") {
    for (const Index n : {1, 12, 30, 80}) {
        CAPTURE(n);
        DenseCholesky cholesky;
        Eigen::MatrixXd A = definite(n, 4);
        A(n - 1, n - 1) = -1;
        CHECK_FALSE(cholesky.compute(A));
        A(n - 1, n - 1) = std::nan("");
        CHECK_FALSE(cholesky.compute(A));
        CHECK_FALSE(cholesky.compute(Eigen::MatrixXd::Zero(n, n)));
        CHECK(cholesky.compute(definite(n, 5)));
    }
}
