#include <catch2/catch.hpp>
#include <multigrid/galerkin.hpp>

#include "level_parts.hpp"
#include "plugins/linear/linear_support.hpp"

using namespace sinew;
using namespace sinew::test;
using namespace sinew::multigrid;

TEST_CASE("multigrid: rigid motions are interpolated exactly on every level") {
    HeldBlock block(free_block);
    const Parts parts(block);
    const Eigen::MatrixXd P = dense_interpolation(parts.P);
    CHECK((P * parts.coarse_motions - parts.motions).norm() < 1e-12 * parts.motions.norm());

    SquareRows<double, n_motions> coarse;
    set_galerkin_structure(parts.A, parts.P, coarse);
    galerkin_product(parts.A, parts.P, coarse);
    DiagonalBlocks<double, n_motions> inverse;
    REQUIRE(inverse.invert(coarse) == -1);
    Interpolation<double, n_motions> next;
    next.set_structure(coarse,
                       aggregate(coarse.starts, coarse.columns, strengths(coarse, inverse), 0.08));
    const Motions below = next.compute(
        coarse, inverse, 4 / (3 * greatest_eigenvalue(coarse, inverse)), parts.coarse_motions);
    CHECK((dense_interpolation(next) * below - parts.coarse_motions).norm() <
          1e-12 * parts.coarse_motions.norm());
}

TEST_CASE("multigrid: P = (I - omega D^-1 A) T") {
    HeldBlock block;
    const Parts parts(block);
    const Eigen::MatrixXd A = dense_rows<3>(parts.A), P = dense_interpolation(parts.P);
    // T: the motions of each aggregate, orthonormal.
    Eigen::MatrixXd T = Eigen::MatrixXd::Zero(P.rows(), P.cols());
    for (int i = 0; i < parts.A.n_rows(); ++i) {
        const int aggregate = parts.P.aggregates().of_node[std::size_t(i)];
        if (aggregate >= 0)
            T.block<3, 6>(3 * i, 6 * aggregate) =
                parts.motions.middleRows<3>(3 * i) *
                parts.coarse_motions.middleRows<6>(6 * aggregate).inverse();
    }
    CHECK((T.transpose() * T).isIdentity(1e-10));
    const Eigen::MatrixXd D_inverse = dense_inverse(parts);
    const double omega = 4 / (3 * parts.greatest);
    CHECK((P - (T - omega * (D_inverse * (A * T)))).norm() < 1e-10 * P.norm());

    const Vector fine = random_vector(P.rows()), few = random_vector(P.cols());
    std::vector<double> below(std::size_t(P.cols()) + 8), above(fine.begin(), fine.end());
    parts.P.restrict_to(fine.data(), below.data());
    CHECK((Eigen::Map<Vector>(below.data(), P.cols()) - P.transpose() * fine).norm() < 1e-12);
    std::vector<double> followed(few.begin(), few.end());  // by what nobody reads
    followed.resize(followed.size() + 8);
    parts.P.add_to(followed.data(), above.data());
    CHECK((Eigen::Map<Vector>(above.data(), P.rows()) - fine - P * few).norm() < 1e-12);
}
