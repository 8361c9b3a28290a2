#include "usda/skeleton.hpp"

#include <catch2/catch.hpp>
#include <support/two_bones.hpp>

using namespace sinew;
using usda::SkeletonTrack;

TEST_CASE("usda skeleton: names that USD does not take are made fit, and stay apart") {
    CHECK(usda::identifier("upper_arm2") == "upper_arm2");
    CHECK(usda::identifier("mixamorig:Hips") == "mixamorig_Hips");
    CHECK(usda::identifier("2nd \xc3\xa9") == "_2nd___");
    CHECK(usda::identifier("") == "_");
    std::vector<Bone> bones = test::two_bones();
    bones[0].name = "a:b";
    bones[1].name = "c d";
    bones.push_back(bones[1]);
    bones[2].name = "c-d";
    const test::GivenRig rig(bones);
    CHECK(SkeletonTrack(rig).joints() == std::vector<std::string>{"a_b", "a_b/c_d", "a_b/c_d_2"});
}

TEST_CASE("usda skeleton: a joint is seen from its parent, at rest and turned") {
    test::GivenRig rig(test::two_bones());
    SkeletonTrack track(rig);
    CHECK(track.bind()[1].translation() == Eigen::Vector3d(1, 0, 0));
    CHECK(track.rest()[1].translation() == Eigen::Vector3d(1, 0, 0));
    // Both bones turn by 90 degrees about z through the origin: the second does not, seen from the
    // first, and stays 1 m along its x axis.
    const Eigen::Isometry3d turn(Eigen::AngleAxisd(std::acos(0.0), Eigen::Vector3d::UnitZ()));
    rig.motion = {turn, turn};
    track.add(0.1);
    const JointPoses& sample = track.samples().back();
    CHECK(sample.rotations[0].isApprox(Eigen::Quaternionf(turn.rotation().cast<float>()), 1e-6f));
    CHECK(sample.rotations[1].isApprox(Eigen::Quaternionf::Identity(), 1e-6f));
    CHECK(sample.translations[0].norm() < 1e-6f);
    CHECK((sample.translations[1] - Eigen::Vector3f(1, 0, 0)).norm() < 1e-6f);
}
