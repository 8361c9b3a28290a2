#include <catch2/catch.hpp>
#include <Eigen/Dense>
#include <Eigen/Geometry>
#include <steklov_poincare/surface_tangent.hpp>

#include "split_arm.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("surface_tangent: an operator near the Schur complement, above it, and symmetric") {
    SplitArm arm;
    auto& K = *arm.stiffness;
    arm.factor_interior();
    steklov::InteriorInverse inverse(K, 8);
    REQUIRE_FALSE(inverse.follow());
    steklov::InteriorResponses responses;
    const steklov::SurfaceTangent tangent(K, arm.sets, inverse, responses);
    CHECK_FALSE(tangent.has_entries());
    const Index n = tangent.size();
    Eigen::MatrixXd T(n, n);
    Vector y;
    for (Index k = 0; k < n; ++k) {
        tangent.apply(Vector::Unit(n, k), y);
        T.col(k) = y;
    }
    const Eigen::MatrixXd exact = arm.complement();
    CHECK((T - T.transpose()).norm() < 1e-6 * T.norm());
    CHECK((T - exact).norm() < 1e-3 * exact.norm());
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> more(0.5 * (T + T.transpose()) - exact);
    CHECK(more.eigenvalues().minCoeff() > -1e-6 * exact.norm());
}

TEST_CASE(
    "surface_tangent: the preconditioner solves with the boundary's factor, fixed rows stay") {
    SplitArm arm;
    auto& K = *arm.stiffness;
    arm.factor_boundary();
    const steklov::InteriorInverse inverse(K, 1);
    steklov::InteriorResponses responses;
    const steklov::SurfaceTangent tangent(K, arm.sets, inverse, responses);
    std::vector<char> fixed(std::size_t(tangent.size()), 1);
    std::vector<Index> free;
    for (const int k : arm.sets.free)
        for (int axis = 0; axis < 3; ++axis) {
            free.push_back(3 * Index(k) + axis);
            fixed[std::size_t(free.back())] = 0;
        }
    const auto P = tangent.preconditioner(fixed);
    const Eigen::MatrixXd M = as_matrix(*P, tangent.size());
    for (Index i = 0; i < tangent.size(); ++i)
        if (fixed[std::size_t(i)]) CHECK((M.col(i) - Vector::Unit(M.rows(), i)).norm() == 0);
    const Eigen::MatrixXd exact = arm.complement()(free, free), mine = M(free, free);
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> pencil(
        exact, Eigen::MatrixXd(0.5 * (mine + mine.transpose())).inverse());
    const auto values = pencil.eigenvalues();
    const double condition = values.maxCoeff() / values.minCoeff();
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> plain(exact);
    CHECK(condition < 10);
    CHECK(condition < 0.05 * plain.eigenvalues().maxCoeff() / plain.eigenvalues().minCoeff());
}

TEST_CASE("surface_tangent: the preconditioner turns with the body, exactly") {
    SplitArm arm;
    auto& K = *arm.stiffness;
    arm.factor_boundary();
    const steklov::InteriorInverse inverse(K, 1);
    steklov::InteriorResponses responses;
    const steklov::SurfaceTangent tangent(K, arm.sets, inverse, responses);
    std::vector<char> fixed(std::size_t(tangent.size()), 1);
    Vector x = Vector::Zero(tangent.size()), y, z;
    for (const int k : arm.sets.free)
        for (int i = 3 * k; i < 3 * k + 3; ++i) {
            fixed[std::size_t(i)] = 0;
            x[i] = std::sin(2.3 * i);
        }
    const auto P = tangent.preconditioner(fixed);
    P->apply(x, y);
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(1.1, Eigen::Vector3d(1, -2, 0.5).normalized()).toRotationMatrix();
    const auto turn = [&](const Vector& v) {
        return Vector((R * v.reshaped(3, v.size() / 3)).reshaped());
    };
    K.rotations_free.assign(arm.sets.free.size(), R);
    P->apply(turn(x), z);
    CHECK((z - turn(y)).norm() < 1e-6 * y.norm());
    CHECK((z - y).norm() > 0.1 * y.norm());
}
