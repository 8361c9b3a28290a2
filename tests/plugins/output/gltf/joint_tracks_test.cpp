#include <catch2/catch.hpp>
#include <gltf/joint_tracks.hpp>

#include "plugins/output/gltf/skinned_file.hpp"

using namespace sinew;
using namespace sinew::testing;
using Eigen::Vector3d;
using gltf_output::joint_tracks;
using gltf_output::JointTrack;

TEST_CASE("gltf joints: a joint rests beside its parent, and turns as its bone does beside it") {
    const TwoBones rig;
    const std::vector<JointTrack> joints = joint_tracks(rig, {0, 0.25f, 0.5f});
    REQUIRE(joints.size() == 2);
    CHECK(joints[1].name == "lower");
    CHECK(joints[1].parent == 0);
    CHECK(joints[1].rest == Eigen::Vector3f(1, 0, 0));
    CHECK(joints[1].unbind == Eigen::Vector3f(-1, 0, 0));
    // The elbow goes with the upper bone alone: nothing moves it beside its parent.
    CHECK(joints[0].translations.empty());
    CHECK(joints[1].translations.empty());
    REQUIRE(joints[1].rotations.size() == 3);
    CHECK((joints[1].rotations[2] - Eigen::Vector4f(0, std::sin(0.5f), 0, std::cos(0.5f))).norm() <
          1e-7F);
    CHECK(
        (joints[0].rotations[2] - Eigen::Vector4f(0, 0, std::sin(0.25f), std::cos(0.25f))).norm() <
        1e-7F);
}

TEST_CASE("gltf joints: the numbers of the file take points where the rig does") {
    const TwoBones rig;
    std::vector<float> times;
    for (int k = 0; k < 80; ++k) times.push_back(0.1f * float(k));
    const std::vector<JointTrack> joints = joint_tracks(rig, times);
    for (std::size_t k = 0; k < times.size(); ++k) {
        const BoneMotion motion = rig.pose(rig.parameters(double(times[k])));
        const auto transforms = joint_transforms(joints, k);
        const Vector3d tip(2, 0.1, 0.2);
        const Vector3d shown = transforms[1].leftCols<3>() * tip + transforms[1].col(3);
        CHECK((shown - motion[1] * tip).norm() < 1e-6);
        // Programs go from one keyframe to the next on the sphere, and not around it.
        if (k > 0) CHECK(joints[1].rotations[k - 1].dot(joints[1].rotations[k]) > 0);
    }
}
