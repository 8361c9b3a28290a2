#include <omp.h>

#include <catch2/catch.hpp>
#include <Eigen/Dense>

#include "split_arm.hpp"

using namespace sinew;
using namespace sinew::test;
using steklov::BlockRows;
using steklov::IncompleteFactor;

namespace {

/// A chain of blocks: nothing fills in.
BlockRows chain(int n) {
    BlockRows A;
    A.starts.push_back(0);
    for (int i = 0; i < n; ++i) {
        for (int j = std::max(0, i - 1); j <= std::min(n - 1, i + 1); ++j) {
            A.columns.push_back(j);
            Eigen::Matrix3d block = i == j ? Eigen::Matrix3d(4 * Eigen::Matrix3d::Identity())
                                           : Eigen::Matrix3d(-Eigen::Matrix3d::Ones() / 3);
            if (j > i) block(0, 2) = 0.2;
            if (j < i) block(2, 0) = 0.2;
            A.values.insert(A.values.end(), block.data(), block.data() + 9);
        }
        A.starts.push_back(int(A.columns.size()));
    }
    return A;
}

}  // namespace

TEST_CASE("incomplete_factor: where nothing fills in it is the inverse, to single precision") {
    const int n = 30;
    const BlockRows A = chain(n);
    Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(3 * n, 3 * n);
    for (int i = 0; i < n; ++i)
        for (int k = A.starts[std::size_t(i)]; k < A.starts[std::size_t(i) + 1]; ++k)
            dense.block<3, 3>(3 * i, 3 * A.columns[std::size_t(k)]) = A.at(k);
    const IncompleteFactor factor(A, Points::Random(3, n));
    const Eigen::MatrixXd inverse = as_matrix(factor, 3 * n);
    CHECK((inverse * dense - Eigen::MatrixXd::Identity(3 * n, 3 * n)).norm() < 1e-5);
    CHECK(factor.raise() == 0);
}

TEST_CASE("incomplete_factor: it is symmetric and definite, and brings the interior near to one") {
    SplitArm arm;
    const IncompleteFactor factor(arm.interior_rows(), arm.interior_points());
    const Eigen::MatrixXd P = as_matrix(factor, 3 * arm.sets.n_interior());
    CHECK((P - P.transpose()).norm() < 1e-6 * P.norm());
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> pencil(
        arm.ii(), Eigen::MatrixXd(0.5 * (P + P.transpose())).inverse());
    const auto& values = pencil.eigenvalues();
    CHECK(values.minCoeff() > 0.5);
    CHECK(values.maxCoeff() < 1.5);
}

TEST_CASE("incomplete_factor: a matrix that is not definite gets a higher diagonal") {
    BlockRows A = chain(10);
    for (int k = A.starts[4]; k < A.starts[5]; ++k)
        if (A.columns[std::size_t(k)] == 4) A.at(k) *= 0.02;
    const IncompleteFactor factor(A, Points::Random(3, 10));
    CHECK(factor.raise() > 0);
    const Eigen::MatrixXd P = as_matrix(factor, 30);
    const Eigen::LLT<Eigen::MatrixXd> root(0.5 * (P + P.transpose()));
    CHECK(root.info() == Eigen::Success);
}

TEST_CASE("incomplete_factor: bits do not depend on threads, with domains") {
    const int n = 5000;
    const BlockRows A = chain(n);
    Points positions(3, n);
    for (int i = 0; i < n; ++i)
        positions.col(i) = Eigen::Vector3d(std::sin(0.01 * i), std::cos(0.013 * i), 1e-3 * i);
    // Couplings far across the domains.
    BlockRows added;
    added.starts.push_back(0);
    for (int i = 0; i < n; ++i) {
        if (i % 50 == 0)
            for (const int j : {i, n - 50 - i}) {
                if (j == i && added.starts.back() < int(added.columns.size())) continue;
                const Eigen::Matrix3d block = (j == i ? 0.7 : -0.7) * Eigen::Matrix3d::Identity();
                added.columns.push_back(j);
                added.values.insert(added.values.end(), block.data(), block.data() + 9);
            }
        added.starts.push_back(int(added.columns.size()));
    }
    Vector x(3 * n), y, z, coupled;
    for (Index i = 0; i < x.size(); ++i) x[i] = std::sin(double(i));
    const int before = omp_get_max_threads();
    omp_set_num_threads(1);
    IncompleteFactor(A, positions).apply(x, y);
    IncompleteFactor(A, positions, added).apply(x, coupled);
    for (const int threads : {2, 3}) {
        omp_set_num_threads(threads);
        IncompleteFactor(A, positions).apply(x, z);
        CHECK(y == z);
        IncompleteFactor(A, positions, added).apply(x, z);
        CHECK(coupled == z);
    }
    omp_set_num_threads(before);
    const auto product = [&](const BlockRows& rows, const Vector& v) {
        Vector sum = Vector::Zero(3 * n);
        for (int i = 0; i < n; ++i)
            for (int k = rows.starts[std::size_t(i)]; k < rows.starts[std::size_t(i) + 1]; ++k)
                sum.segment<3>(3 * i) +=
                    rows.at(k) * v.segment<3>(3 * rows.columns[std::size_t(k)]);
        return sum;
    };
    CHECK((product(A, y) - x).norm() < 0.2 * x.norm());
    const double with = (product(A, coupled) + product(added, coupled) - x).norm();
    const double without = (product(A, y) + product(added, y) - x).norm();
    CHECK(with < 0.2 * x.norm());
    CHECK(with < 0.5 * without);
}
