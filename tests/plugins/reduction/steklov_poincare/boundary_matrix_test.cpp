#include <omp.h>

#include <catch2/catch.hpp>
#include <Eigen/Dense>

#include "split_arm.hpp"

using namespace sinew;
using namespace sinew::test;
using steklov::BlockRows;

namespace {

BlockRows made(const SplitArm& arm, int distance,
               steklov::Discarded discarded = steklov::Discarded::diagonal) {
    BlockRows rows = steklov::boundary_pattern(arm.stiffness->matrix.pattern(), arm.sets, distance);
    steklov::fill_boundary_matrix(arm.stiffness->matrix, arm.sets, discarded, rows);
    return rows;
}

Eigen::MatrixXd dense(const BlockRows& rows) {
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(3 * rows.n_rows(), 3 * rows.n_rows());
    for (int i = 0; i < rows.n_rows(); ++i)
        for (int k = rows.starts[std::size_t(i)]; k < rows.starts[std::size_t(i) + 1]; ++k)
            A.block<3, 3>(3 * i, 3 * rows.columns[std::size_t(k)]) = rows.at(k);
    return A;
}

/// Rows and columns of the free nodes.
Eigen::MatrixXd exact(const SplitArm& arm) {
    std::vector<Index> dofs;
    for (const int k : arm.sets.free)
        for (int axis = 0; axis < 3; ++axis) dofs.push_back(3 * Index(k) + axis);
    return arm.complement()(dofs, dofs);
}

}  // namespace

TEST_CASE("boundary_matrix: with all pairs it is the Schur complement") {
    const SplitArm arm;
    const Eigen::MatrixXd K = exact(arm);
    CHECK((dense(made(arm, 40)) - K).norm() < 1e-12 * K.norm());
}

TEST_CASE("boundary_matrix: what is discarded goes to the diagonals, and it stays definite") {
    const SplitArm arm;
    const Eigen::MatrixXd K = exact(arm), sparse = dense(made(arm, 2));
    const Eigen::MatrixXd difference = sparse - K;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> values(difference);
    // A sum of diagonally dominant matrices.
    CHECK(values.eigenvalues().minCoeff() > -1e-12 * K.norm());
    Index n_zero = 0;
    for (Index i = 0; i < K.rows(); ++i)
        for (Index j = 0; j < K.cols(); ++j) {
            if (i == j) {
                CHECK(difference(i, i) > -1e-12 * K.norm());
            } else if (sparse(i, j) == 0) {
                ++n_zero;
            } else {
                CHECK(std::abs(difference(i, j)) < 1e-12 * K.norm());
            }
        }
    CHECK(n_zero > K.size() / 2);
    // Of single columns of M no more is moved than |M| |M|'.
    CHECK(difference.diagonal().maxCoeff() < K.diagonal().maxCoeff());
}

TEST_CASE("boundary_matrix: nodes that are few edges apart keep their block") {
    const SplitArm arm;
    const auto& mesh = arm.stiffness->matrix.pattern();
    const BlockRows near = steklov::boundary_pattern(mesh, arm.sets, 1);
    for (int i = 0; i < near.n_rows(); ++i)
        for (int k = near.starts[std::size_t(i)]; k < near.starts[std::size_t(i) + 1]; ++k) {
            const auto node = [&](int row) {
                return arm.sets.surface[std::size_t(arm.sets.free[std::size_t(row)])];
            };
            CHECK(mesh.find(node(i), node(near.columns[std::size_t(k)])) >= 0);
        }
    const auto count = [&](int distance) {
        return steklov::boundary_pattern(mesh, arm.sets, distance).columns.size();
    };
    CHECK(count(1) < count(2));
    CHECK(count(2) < count(4));
    CHECK(count(40) == arm.sets.free.size() * arm.sets.free.size());
}

TEST_CASE("boundary_matrix: bits do not depend on threads") {
    const SplitArm arm;
    const int before = omp_get_max_threads();
    omp_set_num_threads(1);
    const BlockRows one = made(arm, 3);
    for (const int threads : {2, 3}) {
        omp_set_num_threads(threads);
        CHECK(made(arm, 3).values == one.values);
    }
    omp_set_num_threads(before);
}

TEST_CASE("boundary_matrix: what is dropped leaves the blocks that stay as they are") {
    const SplitArm arm;
    const Eigen::MatrixXd K = exact(arm), sparse = dense(made(arm, 2, steklov::Discarded::dropped));
    for (Index i = 0; i < K.rows(); ++i)
        for (Index j = 0; j < K.cols(); ++j)
            if (sparse(i, j) != 0) CHECK(std::abs(sparse(i, j) - K(i, j)) < 1e-12 * K.norm());
}
