#include <catch2/catch.hpp>
#include <sinew/mechanics/rig/skeleton.hpp>

using namespace sinew;
using Eigen::AngleAxisd;
using Eigen::Vector3d;

namespace {

constexpr double right_angle = 1.5707963267948966;

/// Three joints on the x axis, the second turned at rest.
Skeleton chain() {
    std::vector<Joint> joints(3);
    for (int j = 0; j < 3; ++j) {
        joints[std::size_t(j)].name = std::string(1, char('a' + j));
        joints[std::size_t(j)].parent = j - 1;
        joints[std::size_t(j)].rest.translation() = Vector3d(j, 0, 0);
    }
    joints[1].rest.rotate(AngleAxisd(0.7, Vector3d(1, 2, 3).normalized()));
    return Skeleton(joints);
}

}  // namespace

TEST_CASE("skeleton: the rest pose moves nothing") {
    for (const Eigen::Isometry3d& T : chain().motion(SkeletonPose(3)))
        CHECK((T.matrix() - Eigen::Matrix4d::Identity()).norm() < 1e-15);
}

TEST_CASE("skeleton: turning a joint carries what hangs on it, about the joint's own axes") {
    const Skeleton skeleton = chain();
    SkeletonPose pose(3);
    pose[0].turn = AngleAxisd(right_angle, Vector3d::UnitZ());
    BoneMotion motion = skeleton.motion(pose);
    CHECK((motion[2] * Vector3d(3, 0, 0) - Vector3d(0, 3, 0)).norm() < 1e-14);

    // About an axis of the second joint's own frame, which is turned at rest.
    pose = SkeletonPose(3);
    pose[1].turn = AngleAxisd(0.4, Vector3d::UnitY());
    motion = skeleton.motion(pose);
    const Vector3d axis = skeleton.joints()[1].rest.linear() * Vector3d::UnitY();
    const Vector3d arm = AngleAxisd(0.4, axis) * Vector3d(1, 0, 0);
    CHECK((motion[2] * Vector3d(2, 0, 0) - (Vector3d(1, 0, 0) + arm)).norm() < 1e-14);
    CHECK((motion[0].matrix() - Eigen::Matrix4d::Identity()).norm() < 1e-15);
}

TEST_CASE("skeleton: a move is seen from the parent joint") {
    SkeletonPose pose(3);
    pose[0].turn = AngleAxisd(right_angle, Vector3d::UnitZ());
    pose[1].move = Vector3d(0.5, 0, 0);
    const BoneMotion motion = chain().motion(pose);
    CHECK((motion[1] * Vector3d(1, 0, 0) - Vector3d(0, 1.5, 0)).norm() < 1e-14);
}

TEST_CASE("skeleton: two joints in a plane as in the textbook") {
    const Skeleton skeleton = chain();
    const double a = 0.3, b = 0.9;
    SkeletonPose pose(3);
    pose[0].turn = AngleAxisd(a, Vector3d::UnitZ());
    const Eigen::Matrix3d rest = skeleton.joints()[1].rest.linear();
    pose[1].turn = rest.transpose() * AngleAxisd(b, Vector3d::UnitZ()) * rest;
    const Vector3d tip = skeleton.motion(pose)[2] * Vector3d(2, 0, 0);
    CHECK(tip.x() == Approx(std::cos(a) + std::cos(a + b)).margin(1e-14));
    CHECK(tip.y() == Approx(std::sin(a) + std::sin(a + b)).margin(1e-14));
}

TEST_CASE("skeleton: poses go to parameters and back") {
    SkeletonPose pose(2);
    pose[0].turn = AngleAxisd(2.9, Vector3d(1, -2, 0.5).normalized());
    pose[1].move = Vector3d(1, 2, 3);
    const Vector p = parameters_of(pose);
    CHECK(p.head<3>().norm() == Approx(2.9));
    const SkeletonPose again{joint_pose(p.head<6>()), joint_pose(p.tail<6>())};
    CHECK(again[0].turn.angularDistance(pose[0].turn) < 1e-14);
    CHECK(again[1].turn.angularDistance(pose[1].turn) == 0);
    CHECK(again[1].move == pose[1].move);
    CHECK(parameters_of(SkeletonPose(2)).norm() == 0);
}

TEST_CASE("bones: those of a file are counted as it counts them, others as they stand") {
    std::vector<Bone> bones(4);
    CHECK(bones_as_counted(bones) == std::vector<int>{0, 1, 2, 3});
    const int numbers[] = {2, 0, 3, 1};
    for (std::size_t k = 0; k < 4; ++k) bones[k].number = numbers[k];
    CHECK(bones_as_counted(bones) == std::vector<int>{1, 3, 0, 2});
}
