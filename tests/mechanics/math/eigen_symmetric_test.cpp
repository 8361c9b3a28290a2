#include <catch2/catch.hpp>
#include <Eigen/Eigenvalues>
#include <sinew/mechanics/math/eigen_symmetric.hpp>

#include "math_support.hpp"

using namespace sinew;

namespace {

void require_eigen(const Mat3<double>& A, const EigenSymmetric3<double>& e) {
    const double size = A.norm();
    REQUIRE((e.vectors * e.values.asDiagonal() * e.vectors.transpose() - A).norm() <= 1e-14 * size);
    REQUIRE(orthogonality_error(e.vectors) <= 1e-14);
    REQUIRE(e.vectors.determinant() > 0);
    REQUIRE(e.values[0] <= e.values[1]);
    REQUIRE(e.values[1] <= e.values[2]);
    const Vec3<double> reference =
        Eigen::SelfAdjointEigenSolver<Mat3<double>>(A, Eigen::EigenvaluesOnly).eigenvalues();
    REQUIRE((e.values - reference).norm() <= 1e-14 * size);
}

EigenSymmetric3<double> lane_of(const EigenSymmetric3<Pack>& e, int which) {
    return {lane(e.values, which), lane(e.vectors, which)};
}

Mat3<double> symmetric_part(const Mat3<double>& A) {
    return 0.5 * (A + A.transpose());
}

}  // namespace

TEST_CASE("eigen_symmetric3: random matrices are diagonalised to 1e-14") {
    std::mt19937_64 random(31);
    for (int trial = 0; trial < 1000; ++trial) {
        const Mat3<Pack> B = random_matrices(random);
        const Mat3<Pack> A = B + B.transpose();
        const EigenSymmetric3<Pack> e = eigen_symmetric3(A);
        for (int l = 0; l < Pack::lanes; ++l) {
            require_eigen(lane(A, l), lane_of(e, l));
            require_eigen(lane(A, l), eigen_symmetric3<double>(lane(A, l)));
        }
    }
}

TEST_CASE("eigen_symmetric3: equal, zero, negative and 1e-12-close values at scales 1e-8 to 1e8") {
    std::mt19937_64 random(32);
    for (const Vec3<double>& values : hard_singular_values())
        for (double scale : hard_scales)
            for (int trial = 0; trial < 20; ++trial) {
                const Mat3<double> Q = trial ? random_rotation(random) : Mat3<double>::Identity();
                const Mat3<double> A =
                    symmetric_part(scale * Q * values.asDiagonal() * Q.transpose());
                INFO("eigenvalues " << values.transpose() << " times " << scale);
                require_eigen(A, eigen_symmetric3(A));
                require_eigen(A, lane_of(eigen_symmetric3(in_all_lanes(A)), 6));
            }
}

TEST_CASE("eigen_symmetric3: a lane's bits do not depend on its place or its neighbours") {
    std::mt19937_64 random(33);
    for (const Vec3<double>& values : hard_singular_values()) {
        const Mat3<double> Q = random_rotation(random);
        const Mat3<double> A = symmetric_part(Q * values.asDiagonal() * Q.transpose());
        const EigenSymmetric3<double> alone = lane_of(eigen_symmetric3(in_all_lanes(A)), 0);
        const Mat3<double> projected = lane(project_semidefinite(in_all_lanes(A)), 0);
        for (int l = 0; l < Pack::lanes; ++l) {
            const Mat3<Pack> pack = among_others(A, l, random);
            const EigenSymmetric3<double> mixed = lane_of(eigen_symmetric3(pack), l);
            REQUIRE(same_bits(mixed.values, alone.values));
            REQUIRE(same_bits(mixed.vectors, alone.vectors));
            REQUIRE(same_bits(lane(project_semidefinite(pack), l), projected));
        }
    }
}

TEST_CASE("project_semidefinite: negative eigenvalues become zero, definite matrices stay") {
    std::mt19937_64 random(34);
    for (int trial = 0; trial < 500; ++trial) {
        const Mat3<double> Q = random_rotation(random);
        const Vec3<double> values(2, trial % 3 - 1, -0.5 * (trial % 2));
        const Mat3<double> A = symmetric_part(Q * values.asDiagonal() * Q.transpose());
        const Mat3<double> expected = Q * values.cwiseMax(0).asDiagonal() * Q.transpose();
        CHECK((project_semidefinite(A) - expected).norm() <= 1e-14);
        CHECK((lane(project_semidefinite(in_all_lanes(A)), 2) - expected).norm() <= 1e-14);
        const Mat3<double> definite = A + 1.5 * Mat3<double>::Identity();
        CHECK(same_bits(project_semidefinite(definite), definite));
    }
}
