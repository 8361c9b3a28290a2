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
        Eigen::MatrixX3d sum;
        mixed.basis.add_share(node, 1, sum);
        CHECK((mixed.basis.pulled_back(sum) - rows).norm() < 1e-14 * rows.norm());
    }
}

TEST_CASE("pose basis: rows in single precision are its own to seven digits") {
    const Mixed mixed;
    const PoseBasis single(mixed.bases, mixed.block.mass, PoseBasis::Precision::single);
    CHECK(single.all() != mixed.basis.all());
    CHECK((single.all() - mixed.basis.all()).norm() < 1e-7 * mixed.basis.all().norm());
    CHECK(single.mass() == mixed.basis.mass());
    CHECK(2 * single.rows().n_bytes() == mixed.basis.rows().n_bytes());
}

TEST_CASE("pose basis: vectors that cancel each other show by their norm") {
    MassOfBlock block;
    const Eigen::MatrixXd U = block.random_basis(3);
    PoseBasis basis({U, -U}, block.mass);
    CHECK(basis.mix(Eigen::Vector2d(0.5, 0.5)) < 1e-7);
}

namespace {

/// A basis, and the same in a pose that has turned the block: by 90 degrees about z where x is
/// greatest, and not at all where it is least.
struct Turned {
    MassOfBlock block;
    std::vector<Eigen::Matrix3d> none, whole, half;
    std::vector<Eigen::MatrixXd> bases;

    Turned() {
        const Eigen::RowVectorXd x = block.mesh.positions.row(0);
        for (Index i = 0; i < x.size(); ++i) {
            const double angle =
                std::acos(0.0) * (x[i] - x.minCoeff()) / (x.maxCoeff() - x.minCoeff());
            const auto turn = [](double by) {
                return Eigen::AngleAxisd(by, Eigen::Vector3d::UnitZ()).toRotationMatrix();
            };
            none.push_back(Eigen::Matrix3d::Identity());
            half.push_back(turn(angle / 2));
            whole.push_back(turn(angle));
        }
        std::srand(2);
        bases.assign(2, block.random_basis(4));
        rotate_rows(whole, bases[1]);
    }
    PoseBasis rotated() const {
        return {bases, pose_space::NodeRotations({none, whole}, {{1, 0}}), block.mass};
    }
    /// What the basis would be in the pose between both, of vectors of norm 1.
    Eigen::MatrixXd between() const {
        Eigen::MatrixXd U = bases[0];
        rotate_rows(half, U);
        const Vector norms = block.gram(U, U).diagonal().cwiseSqrt();
        return U * norms.cwiseInverse().asDiagonal();
    }
};

}  // namespace

TEST_CASE("pose basis: mixed un-rotated, vectors neither shrink nor bend half-way") {
    const Turned turned;
    PoseBasis plain(turned.bases, turned.block.mass), rotated = turned.rotated();
    const Eigen::Vector2d half(0.5, 0.5);
    const double shrunk = plain.mix(half), kept = rotated.mix(half);
    CHECK(shrunk < 0.95);
    CHECK(std::abs(kept - 1) < 0.02);  // neighbours turn apart
    const Eigen::MatrixXd expected = turned.between();
    CHECK((rotated.all() - expected).norm() < 1e-12 * expected.norm());
    CHECK((plain.all() - expected).norm() > 0.1 * expected.norm());

    // Turned as one piece, vectors shrink to the cosine of 45 degrees, or not at all.
    std::vector<Eigen::Matrix3d> all(turned.none.size(), turned.whole.back());
    for (Eigen::Matrix3d& R : all)
        R = Eigen::AngleAxisd(std::acos(0.0), Eigen::Vector3d::UnitZ()).toRotationMatrix();
    std::vector<Eigen::MatrixXd> bases{turned.bases[0], turned.bases[0]};
    rotate_rows(all, bases[1]);
    // Vectors along the axis do not turn.
    for (Eigen::MatrixXd& U : bases)
        for (Index i = 2; i < U.rows(); i += 3) U.row(i).setZero();
    PoseBasis as_one(bases, turned.block.mass),
        unrotated(bases, pose_space::NodeRotations({turned.none, all}, {{1, 0}}),
                  turned.block.mass);
    CHECK(as_one.mix(half) / as_one.mix(Vector::Unit(2, 0)) == Approx(std::sqrt(0.5)));
    CHECK(unrotated.mix(half) / unrotated.mix(Vector::Unit(2, 0)) == Approx(1));
}

TEST_CASE("pose basis: mixed un-rotated, it is that of each pose there, with its own mass") {
    const Turned turned;
    PoseBasis plain(turned.bases, turned.block.mass), rotated = turned.rotated();
    for (const Index pose : {0, 1, 0}) {
        plain.mix(Vector::Unit(2, pose));
        rotated.mix(Vector::Unit(2, pose));
        CHECK((plain.all() - rotated.all()).norm() < 1e-13 * plain.all().norm());
        CHECK((plain.mass() - rotated.mass()).norm() < 1e-13);
    }
    rotated.mix(Eigen::Vector2d(1.3, -0.3));
    const Eigen::MatrixXd U = rotated.all();
    CHECK((rotated.mass() - turned.block.gram(U, U)).norm() < 1e-12);
    CHECK((rotated.mass().diagonal() - Vector::Ones(4)).norm() < 1e-12);
    Eigen::MatrixX3d sum;
    rotated.add_share(7, 2, sum);
    rotated.add_share(3, -1, sum);
    const Eigen::MatrixX3d expected = 2 * rotated.node(7) - rotated.node(3);
    CHECK((rotated.pulled_back(sum) - expected).norm() < 1e-14);
}
