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
    REQUIRE_FALSE(inverse.update_pose());
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
    const auto P = tangent.preconditioner(fixed, {});
    const Eigen::MatrixXd M = as_matrix(*P, tangent.size());
    for (Index i = 0; i < tangent.size(); ++i)
        if (fixed[std::size_t(i)]) CHECK((M.col(i) - Vector::Unit(M.rows(), i)).norm() == 0);
    const Eigen::MatrixXd exact = arm.complement()(free, free), mine = M(free, free);
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> pencil(
        exact, Eigen::MatrixXd(0.5 * (mine + mine.transpose())).inverse());
    const auto& values = pencil.eigenvalues();
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
    const auto P = tangent.preconditioner(fixed, {});
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

TEST_CASE("surface_tangent: stiff springs between sheets cost the preconditioner nothing") {
    SplitArm arm("0.4 1.5", 1);
    auto& K = *arm.stiffness;
    arm.factor_boundary();
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(0.8, Eigen::Vector3d(1, 2, -1).normalized()).toRotationMatrix();
    K.rotations_free.assign(arm.sets.free.size(), Eigen::Matrix3d::Identity());
    for (std::size_t k = 0; k < arm.sets.free.size(); k += 2) K.rotations_free[k] = R;
    const steklov::InteriorInverse inverse(K, 1);
    steklov::InteriorResponses responses;
    const steklov::SurfaceTangent tangent(K, arm.sets, inverse, responses);
    const Index n = tangent.size();
    std::vector<char> fixed(std::size_t(n), 1);
    std::vector<Index> free;
    for (const int k : arm.sets.free)
        for (int axis = 0; axis < 3; ++axis) {
            free.push_back(3 * Index(k) + axis);
            fixed[std::size_t(free.back())] = 0;
        }
    // From node to node across the arm, far beyond the pattern of the boundary's matrix, and one to
    // a constrained node, whose own block alone counts.
    const Eigen::Vector3d normal = Eigen::Vector3d(1, 1, 2).normalized();
    const Eigen::Matrix3d c = 3000 * normal * normal.transpose();
    std::vector<CouplingBlock> springs;
    const auto join = [&](Index a, Index b) {
        for (const auto& [i, j, sign] : {std::tuple(a, a, 1.0), std::tuple(a, b, -1.0),
                                         std::tuple(b, a, -1.0), std::tuple(b, b, 1.0)})
            springs.push_back({3 * i, 3 * j, sign * c});
    };
    const std::size_t n_free = arm.sets.free.size();
    for (std::size_t k = 0; k < 12; ++k) join(arm.sets.free[k], arm.sets.free[n_free - 1 - 2 * k]);
    Index constrained = 0;
    while (!fixed[std::size_t(3 * constrained)]) ++constrained;
    join(constrained, arm.sets.free[n_free / 2]);
    Eigen::MatrixXd S = Eigen::MatrixXd::Zero(n, n);
    for (const CouplingBlock& b : springs) S.block<3, 3>(b.row, b.col) += b.block;

    const Eigen::MatrixXd without = as_matrix(*tangent.preconditioner(fixed, {}), n)(free, free);
    const Eigen::MatrixXd with = as_matrix(*tangent.preconditioner(fixed, springs), n)(free, free);
    CHECK((with - with.transpose()).norm() < 1e-5 * with.norm());
    // The preconditioners' matrices differ by the springs, and by what the pattern leaves out.
    const Eigen::MatrixXd P0 = (0.5 * (without + without.transpose())).inverse();
    const Eigen::MatrixXd target = P0 + S(free, free);
    const auto condition = [&](const Eigen::MatrixXd& inverse_of) {
        const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> pencil(
            target, Eigen::MatrixXd((0.5 * (inverse_of + inverse_of.transpose())).inverse()));
        return pencil.eigenvalues().maxCoeff() / pencil.eigenvalues().minCoeff();
    };
    CHECK(condition(without) > 20);
    CHECK(condition(with) < 3);
}

TEST_CASE("surface_tangent: a coupling that pushes away leaves the preconditioner definite") {
    SplitArm arm;
    arm.factor_boundary();
    const steklov::InteriorInverse inverse(*arm.stiffness, 1);
    steklov::InteriorResponses responses;
    const steklov::SurfaceTangent tangent(*arm.stiffness, arm.sets, inverse, responses);
    const Index n = tangent.size(), node = 3 * Index(arm.sets.free[5]);
    std::vector<char> fixed(std::size_t(n), 1);
    for (const int k : arm.sets.free)
        for (int i = 3 * k; i < 3 * k + 3; ++i) fixed[std::size_t(i)] = 0;
    const auto P =
        tangent.preconditioner(fixed, {{node, node, -1e6 * Eigen::Matrix3d::Identity()}});
    const Eigen::MatrixXd M = as_matrix(*P, n);
    const Eigen::LLT<Eigen::MatrixXd> root(0.5 * (M + M.transpose()));
    CHECK(root.info() == Eigen::Success);
}

TEST_CASE(
    "surface_tangent: in a pose the factor with couplings stays until they change and it costs "
    "iterations") {
    SplitArm arm;
    arm.factor_boundary();
    const steklov::InteriorInverse inverse(*arm.stiffness, 1);
    steklov::InteriorResponses responses;
    steklov::SurfaceTangent tangent(*arm.stiffness, arm.sets, inverse, responses);
    const Index n = tangent.size(), node = 3 * Index(arm.sets.free[5]);
    std::vector<char> fixed(std::size_t(n), 1);
    for (const int k : arm.sets.free)
        for (int i = 3 * k; i < 3 * k + 3; ++i) fixed[std::size_t(i)] = 0;
    Vector x = Vector::Zero(n);
    x[node] = 1;
    // The answer after so many applications, as of a solve of so many iterations.
    const auto answer = [&](double c, int iterations) {
        Vector y;
        const auto preconditioner =
            tangent.preconditioner(fixed, {{node, node, c * Eigen::Matrix3d::Identity()}});
        for (int k = 0; k < iterations; ++k) preconditioner->apply(x, y);
        return y;
    };
    const Vector first = answer(5000, 4);
    CHECK(answer(20000, 8) == first);   // four more than the first
    CHECK(answer(20000, 11) == first);  // eleven more, which the next one hears of
    const Vector stiffer = answer(20000, 4);
    CHECK(stiffer[node] < 0.5 * first[node]);
    CHECK(answer(19800, 30) == stiffer);
    CHECK(answer(19800, 4) == stiffer);  // old, but hardly another
    CHECK(answer(5000, 4) == first);
    tangent.begin_pose();
    CHECK(answer(5300, 1)[node] < 0.999 * first[node]);
}
