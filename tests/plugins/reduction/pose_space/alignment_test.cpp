#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <pose_space/alignment.hpp>
#include <pose_space/vertex_rotations.hpp>

#include "random_basis.hpp"

using namespace sinew;
using namespace sinew::test;
using sinew::pose_space::align;
using sinew::pose_space::Aligned;
using sinew::pose_space::alignment_tree;
using sinew::pose_space::Branch;
using sinew::pose_space::rotate_rows_back;
using sinew::pose_space::vertex_rotations;

TEST_CASE("alignment: the tree grows from the neutral pose to the nearest of those left") {
    const std::vector<double> p{0, 3, 1, 2.2};
    const std::vector<Branch> tree = alignment_tree(
        4, [&](Index i, Index j) { return std::abs(p[std::size_t(i)] - p[std::size_t(j)]); });
    REQUIRE(tree.size() == 3);
    const Index expected[][2] = {{2, 0}, {3, 2}, {1, 3}};
    for (std::size_t k = 0; k < 3; ++k) {
        CHECK(tree[k].pose == expected[k][0]);
        CHECK(tree[k].onto == expected[k][1]);
    }
    CHECK(alignment_tree(1, [](Index, Index) { return 0.0; }).empty());
}

TEST_CASE("alignment: a pose and its rotated copy align to equality") {
    const MassOfBlock block;
    const Eigen::MatrixXd U = block.random_basis(5);
    const Eigen::Matrix3d turn =
        Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitZ()).toRotationMatrix();
    const std::vector<Eigen::Matrix3d> R =
        vertex_rotations(block.mesh, turn * block.mesh.positions);
    Eigen::MatrixXd turned = U;
    rotate_rows(R, turned);
    const Aligned aligned = align(turned * random_orthogonal(5), U, R, block.mass);
    CHECK((aligned.U - turned).norm() < 1e-12 * turned.norm());
    CHECK(aligned.angles.maxCoeff() < 1e-6);  // arccos near 1 has half of the digits
}

TEST_CASE("alignment: the orthogonal matrix beats others, also where turns differ node by node") {
    const MassOfBlock block;
    const Eigen::MatrixXd onto = block.random_basis(6), U = block.random_basis(6);
    std::vector<Eigen::Matrix3d> R;
    for (Index i = 0; i < block.mesh.n_nodes(); ++i)
        R.push_back(
            Eigen::AngleAxisd(0.1 * double(i), Eigen::Vector3d(1, 2, 2) / 3).toRotationMatrix());
    const auto distance2 = [&](Eigen::MatrixXd X) {
        rotate_rows_back(R, X);
        return block.gram(X - onto, X - onto).trace();
    };
    const Aligned aligned = align(U, onto, R, block.mass);
    CHECK((block.gram(aligned.U, aligned.U) - Eigen::MatrixXd::Identity(6, 6)).norm() < 1e-12);
    const double least = distance2(aligned.U);
    for (int k = 0; k < 50; ++k) CHECK(distance2(U * random_orthogonal(6)) > least);
    // Small turns of what was found are worse, too.
    for (int k = 0; k < 20; ++k) {
        const Eigen::MatrixXd A = 1e-3 * Eigen::MatrixXd::Random(6, 6), skew = A - A.transpose();
        const Eigen::MatrixXd near = (Eigen::MatrixXd::Identity(6, 6) - skew).inverse() *
                                     (Eigen::MatrixXd::Identity(6, 6) + skew);
        CHECK(distance2(aligned.U * near) > least);
    }
}

TEST_CASE("alignment: angles are those between the subspaces, however the vectors were turned") {
    const MassOfBlock block;
    const Eigen::MatrixXd X = block.random_basis(5);
    // Three vectors of each: one in both, one at 0.4 rad, one at a right angle.
    Eigen::MatrixXd onto = X.leftCols(3), U(X.rows(), 3);
    U << X.col(0), std::cos(0.4) * X.col(1) + std::sin(0.4) * X.col(3), X.col(4);
    std::vector<Eigen::Matrix3d> R(std::size_t(block.mesh.n_nodes()),
                                   Eigen::Matrix3d(Eigen::Matrix3d::Identity()));
    const Vector angles = align(U * random_orthogonal(3), onto, R, block.mass).angles;
    REQUIRE(angles.size() == 3);
    CHECK(std::abs(angles[0] - std::numbers::pi / 2) < 1e-10);
    CHECK(std::abs(angles[1] - 0.4) < 1e-10);
    CHECK(angles[2] < 1e-6);
}
