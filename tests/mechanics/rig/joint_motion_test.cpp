#include <catch2/catch.hpp>
#include <sinew/mechanics/rig/joint_motion.hpp>
#include <support/two_bones.hpp>

using namespace sinew;
using test::bent;
using test::two_bones;

TEST_CASE("joint motion: a joint is seen from its parent, at rest and turned") {
    std::vector<Bone> bones = two_bones();
    for (Bone& bone : bones) bone.joint += Eigen::Vector3d(0, 0, 2);
    JointMotion joints(bones);
    CHECK(joints.rest()[0] == Eigen::Vector3d(0, 0, 2));
    CHECK(joints.rest()[1] == Eigen::Vector3d(1, 0, 0));
    // Both bones turn by 90 degrees about z: the second does not, seen from the first, and stays
    // 1 m along its x axis.
    const Eigen::Isometry3d turn(Eigen::AngleAxisd(std::acos(0.0), Eigen::Vector3d::UnitZ()));
    joints.add({turn, turn});
    const JointPoses& poses = joints.poses().back();
    CHECK(poses.rotations[0].isApprox(Eigen::Quaternionf(turn.rotation().cast<float>()), 1e-6f));
    CHECK(poses.rotations[1].isApprox(Eigen::Quaternionf::Identity(), 1e-6f));
    CHECK((poses.translations[0] - Eigen::Vector3f(0, 0, 2)).norm() < 1e-6f);
    CHECK((poses.translations[1] - Eigen::Vector3f(1, 0, 0)).norm() < 1e-6f);
}

TEST_CASE("joint motion: quaternions go on the shorter way, the first from rest") {
    const std::vector<Bone> bones = two_bones();
    JointMotion joints(bones);
    for (int k = 0; k <= 40; ++k) joints.add(bent(0.4 * k, Eigen::Vector3d::UnitY()));
    CHECK(joints.poses()[0].rotations[1].w() == Approx(1));
    for (std::size_t k = 1; k < joints.poses().size(); ++k)
        CHECK(joints.poses()[k].rotations[1].dot(joints.poses()[k - 1].rotations[1]) > 0.9f);
    CHECK(joints.poses().back().rotations[1].w() < 0);  // 16 rad: more than one whole turn
}
