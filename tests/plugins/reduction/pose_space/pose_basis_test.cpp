#include <catch2/catch.hpp>
#include <cmath>
#include <pose_space/pose_basis.hpp>

#include "random_basis.hpp"

using namespace sinew;
using namespace sinew::test;
using sinew::pose_space::PoseBasis;

namespace {

struct Mixed {
    MassOfBlock block;
    std::vector<Eigen::MatrixXd> bases{block.random_basis(4), block.random_basis(4),
                                       block.random_basis(4)};
    PoseBasis basis{bases, block.mass};
};

}  // namespace

TEST_CASE("pose basis: at a pose it is the basis of that pose") {
    Mixed mixed;
    CHECK((mixed.basis.all() - mixed.bases[0]).norm() < 1e-14 * mixed.bases[0].norm());
    CHECK(std::abs(mixed.basis.mix(Vector::Unit(3, 2)) - 1) < 1e-12);
    CHECK((mixed.basis.all() - mixed.bases[2]).norm() < 1e-12 * mixed.bases[2].norm());
}

TEST_CASE("pose basis: between and beyond poses its mass is that of its vectors, each of norm 1") {
    Mixed mixed;
    const Eigen::Vector3d weights(0.7, -0.35, 0.65);
    const double least = mixed.basis.mix(weights);
    const Eigen::MatrixXd U = mixed.basis.all(), M = mixed.block.gram(U, U);
    CHECK((mixed.basis.mass() - M).norm() < 1e-12);
    CHECK((M.diagonal() - Vector::Ones(4)).norm() < 1e-12);
    double expected = 1e300;
    for (Index k = 0; k < 4; ++k) {
        Vector sum = Vector::Zero(U.rows());
        for (Index i = 0; i < 3; ++i) sum += weights[i] * mixed.bases[std::size_t(i)].col(k);
        const double norm = std::sqrt(mixed.block.gram(sum, sum)(0, 0));
        CHECK((U.col(k) - sum / norm).norm() < 1e-12 * U.col(k).norm());
        expected = std::min(expected, norm);
    }
    CHECK(std::abs(least - expected) < 1e-12);
}

TEST_CASE("pose basis: rows of a node, and sums of rows before they are mixed, agree with it") {
    Mixed mixed;
    mixed.basis.mix(Eigen::Vector3d(0.2, 0.5, 0.3));
    const Eigen::MatrixXd U = mixed.basis.all();
    for (const int node : {0, 7, 20}) {
        const Eigen::MatrixXd rows = U.middleRows<3>(3 * Index(node)).transpose();
        CHECK(mixed.basis.node(node) == rows);
        CHECK((mixed.basis.mixed(mixed.basis.node_of_all(node)) - rows).norm() <
              1e-14 * rows.norm());
    }
}

TEST_CASE("pose basis: vectors that cancel each other are told by their norm") {
    MassOfBlock block;
    const Eigen::MatrixXd U = block.random_basis(3);
    PoseBasis basis({U, -U}, block.mass);
    CHECK(basis.mix(Eigen::Vector2d(0.5, 0.5)) < 1e-7);
}
