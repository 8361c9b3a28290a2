#include <catch2/catch.hpp>
#include <cmath>
#include <pose_space/node_rotations.hpp>

#include "random_basis.hpp"

using namespace sinew;
using namespace sinew::test;
using sinew::pose_space::NodeRotations;

namespace {

using Rotations = std::vector<Eigen::Matrix3d>;

Eigen::Matrix3d about_z(double degrees) {
    return Eigen::AngleAxisd(degrees * std::acos(-1.0) / 180, Eigen::Vector3d::UnitZ())
        .toRotationMatrix();
}

/// Poses of two nodes, of which the second turns half as far.
Rotations turned(double degrees) {
    return {about_z(degrees), about_z(degrees / 2)};
}

}  // namespace

TEST_CASE("node rotations: at poses they are those of the pose, half-way half of them") {
    NodeRotations rotations({turned(0), turned(90), turned(-60)}, {{1, 0}, {2, 0}});
    CHECK(rotations.mix(Vector::Unit(3, 1)) == Approx(1));
    CHECK((rotations[0] - about_z(90)).norm() < 1e-14);
    CHECK((rotations[1] - about_z(45)).norm() < 1e-14);
    rotations.mix(Eigen::Vector3d(0.5, 0.5, 0));
    CHECK((rotations[0] - about_z(45)).norm() < 1e-14);
    rotations.mix(Eigen::Vector3d(0.5, 0, 0.5));
    CHECK((rotations[1] - about_z(-15)).norm() < 1e-14);
}

TEST_CASE("node rotations: along a chain of poses they may turn by more than half a turn") {
    NodeRotations rotations({turned(0), turned(120), turned(240)}, {{1, 0}, {2, 1}});
    rotations.mix(Eigen::Vector3d(0, 0.5, 0.5));
    CHECK((rotations[0] - about_z(180)).norm() < 1e-14);
    CHECK((rotations[1] - about_z(90)).norm() < 1e-14);
}

TEST_CASE("node rotations: those that cancel each other show by their norm") {
    NodeRotations rotations({turned(0), turned(360)}, {{1, 0}});
    // A whole turn is none to the matrices of the first node, and half a turn to the second.
    CHECK(rotations.mix(Eigen::Vector2d(0.5, 0.5)) == Approx(std::sqrt(0.5)));
    NodeRotations far({turned(0), turned(180)}, {{1, 0}});
    CHECK(far.mix(Eigen::Vector2d(0.5, 0.5)) == Approx(std::sqrt(0.5)));
    CHECK(far.mix(Eigen::Vector2d(1.5, -0.5)) > 1);
}

TEST_CASE("node rotations: vectors of a pose are turned back to the neutral one") {
    NodeRotations rotations({turned(0), turned(90)}, {{1, 0}});
    Eigen::MatrixXd X(6, 1);
    X << 0, 1, 0, 1, 0, 0;
    rotations.rotate_back(1, X);
    CHECK((X.topRows<3>() - Eigen::Vector3d(1, 0, 0)).norm() < 1e-15);
    CHECK((X.bottomRows<3>() - Eigen::Vector3d(std::sqrt(0.5), -std::sqrt(0.5), 0)).norm() < 1e-15);
}
