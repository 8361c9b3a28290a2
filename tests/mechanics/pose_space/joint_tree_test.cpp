#include <catch2/catch.hpp>
#include <numbers>
#include <sinew/mechanics/pose_space/joint_tree.hpp>

using namespace sinew;

namespace {

/// An elbow at (1, 0, 0) on a shoulder at the origin.
JointTree arm() {
    return {{-1, 0},
            {Eigen::Isometry3d::Identity(), Eigen::Isometry3d(Eigen::Translation3d(1, 0, 0))}};
}

}  // namespace

TEST_CASE("joint tree: a child goes with its parent, and turns about its own joint") {
    Vector p = Vector::Zero(12);
    p[2] = std::numbers::pi / 2;      // the shoulder about z
    p[6 + 2] = std::numbers::pi / 2;  // the elbow, too
    p[5] = 3;                         // the shoulder rises
    std::vector<Eigen::Isometry3d> T;
    arm().find_motion(p, T);
    CHECK((T[0] * Eigen::Vector3d(1, 0, 0) - Eigen::Vector3d(0, 1, 3)).norm() < 1e-15);
    CHECK((T[1] * Eigen::Vector3d(1, 0, 0) - Eigen::Vector3d(0, 1, 3)).norm() < 1e-15);
    CHECK((T[1] * Eigen::Vector3d(2, 0, 0) - Eigen::Vector3d(-1, 1, 3)).norm() < 1e-15);
}

TEST_CASE("joint tree: poses and parameters move it alike, and rest moves nothing") {
    Vector p(12);
    p << 0.1, 0.2, -0.3, 1, 2, 3, 0.7, 0, 0.1, 0, 0.2, 0;
    const std::vector<JointPose> pose{joint_pose(p.head<6>()), joint_pose(p.tail<6>())};
    std::vector<Eigen::Isometry3d> T, expected;
    arm().find_motion(p, T);
    arm().find_motion(pose, expected);
    for (std::size_t j = 0; j < 2; ++j) CHECK(T[j].matrix() == expected[j].matrix());
    arm().find_motion(Vector(Vector::Zero(12)), T);
    for (const Eigen::Isometry3d& at_rest : T) CHECK(at_rest.matrix().isIdentity(0));
}

TEST_CASE("joint tree: in a scaled frame the same points of the world move") {
    SimilarFrame frame;
    frame.turn = Eigen::AngleAxisd(0.3, Eigen::Vector3d(0.6, 0, 0.8)).toRotationMatrix();
    frame.origin = {1, -2, 3};
    frame.scale = 0.5;
    const auto in_world = [&](const Eigen::Vector3d& X) {
        return Eigen::Vector3d(frame.scale * (frame.turn * X) + frame.origin);
    };
    const Eigen::Isometry3d motion =
        Eigen::Translation3d(0.3, 0.2, 0.1) * Eigen::AngleAxisd(1.1, Eigen::Vector3d::UnitY());
    const Eigen::Vector3d X(0.4, 0.5, -0.6);
    CHECK((frame.in_world(motion) * in_world(X) - in_world(motion * X)).norm() < 1e-15);
}
