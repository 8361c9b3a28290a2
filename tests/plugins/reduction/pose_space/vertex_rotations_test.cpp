#include <catch2/catch.hpp>
#include <cmath>
#include <Eigen/Geometry>
#include <numbers>
#include <pose_space/vertex_rotations.hpp>

#include "random_basis.hpp"

using namespace sinew;
using namespace sinew::test;
using sinew::pose_space::vertex_rotations;

namespace {

Eigen::Matrix3d turn(double angle, const Eigen::Vector3d& axis) {
    return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

double furthest(const std::vector<Eigen::Matrix3d>& R, const Eigen::Matrix3d& from) {
    double most = 0;
    for (const Eigen::Matrix3d& one : R) most = std::max(most, (one - from).norm());
    return most;
}

}  // namespace

TEST_CASE("vertex rotations: of a stretched and turned mesh they are the turn, at every node") {
    const Eigen::Matrix3d R = turn(2.5, {1, -2, 3});
    const Eigen::Matrix3d S = Eigen::Vector3d(1.3, 0.8, 1).asDiagonal();
    for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8}) {
        const VolumeMesh mesh = box(type, {2, 2, 1}, {2, 1, 1}, 0.1);
        CHECK(furthest(vertex_rotations(
                           mesh, (R * S * mesh.positions).colwise() + Eigen::Vector3d(3, 2, 1)),
                       R) < 1e-13);
    }
}

TEST_CASE("vertex rotations: quaternions of both signs near a half turn are one rotation") {
    const VolumeMesh mesh = box(ElementType::tet4, {3, 2, 2}, {1.5, 1, 1}, 0.1);
    const Eigen::Matrix3d R = turn(std::numbers::pi, {0, 0, 1});
    // Noise turns elements to both sides of the half turn.
    const Points to = R * mesh.positions + 0.02 * Points::Random(3, mesh.n_nodes());
    CHECK(furthest(vertex_rotations(mesh, to), R) < 0.2);
}

TEST_CASE("vertex rotations: elements count by their volumes") {
    // Two tetrahedra share node 0 alone; one is eight times as large, and only the other turns.
    VolumeMesh mesh;
    mesh.positions.resize(3, 7);
    mesh.positions << 0, 1, 0, 0, -2, 0, 0, 0, 0, 1, 0, 0, -2, 0, 0, 0, 0, 1, 0, 0, -2;
    mesh.elements.resize(4, 2);
    mesh.elements << 0, 0, 1, 4, 2, 6, 3, 5;
    const double angle = 0.8;
    Points to = mesh.positions;
    for (const int node : {1, 2, 3}) to.col(node) = turn(angle, {0, 0, 1}) * to.col(node);
    const Eigen::Matrix3d R = vertex_rotations(mesh, to)[0];
    // tan(half of it) = sin(angle/2) / (8 + cos(angle/2))
    const double half = std::atan2(std::sin(angle / 2), 8 + std::cos(angle / 2));
    CHECK((R - turn(2 * half, {0, 0, 1})).norm() < 1e-14);
}

TEST_CASE("vertex rotations: rows are turned node by node, and back") {
    const std::vector<Eigen::Matrix3d> R{turn(1, {1, 0, 0}), turn(2, {0, 1, 1})};
    Eigen::MatrixXd X = Eigen::MatrixXd::Random(6, 2);
    const Eigen::MatrixXd before = X;
    rotate_rows(R, X);
    CHECK((X.middleRows(3, 3) - R[1] * before.middleRows(3, 3)).norm() < 1e-15);
    pose_space::rotate_rows_back(R, X);
    CHECK((X - before).norm() < 1e-15);
}
