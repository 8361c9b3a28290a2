#include <catch2/catch.hpp>
#include <multigrid/galerkin.hpp>

#include "level_parts.hpp"

using namespace sinew;
using namespace sinew::test;
using namespace sinew::multigrid;

TEST_CASE("multigrid: the next level's matrix is P' A P") {
    HeldBlock block;
    const Parts parts(block);
    const Eigen::MatrixXd A = dense_rows<3>(parts.A), P = dense_interpolation(parts.P);
    SquareRows<double, n_motions> coarse;
    set_galerkin_structure(parts.A, parts.P, coarse);
    galerkin_product(parts.A, parts.P, coarse);
    const Eigen::MatrixXd expected = P.transpose() * A * P;
    const Eigen::MatrixXd computed = dense_rows<6>(coarse);
    CHECK((computed - expected).norm() < 1e-13 * expected.norm());
    CHECK(computed == computed.transpose());
}
