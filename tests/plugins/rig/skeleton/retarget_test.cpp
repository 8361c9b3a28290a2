// Clips of one skeleton on another.
#include <catch2/catch.hpp>
#include <numbers>
#include <support/mesh_plugin.hpp>

#include "plugins/rig/rig_scene.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;
using Eigen::Vector3d;

namespace {

const std::string wave = SINEW_SOURCE_DIR "/scenes/rig/wave.bvh";

/// Hips that carry a leg, down, and an arm along x, of 10 and 20 cm; y points up. The hips go 30 cm
/// along x while the arm turns by 90 degrees about z, within a second.
const char* const dancer =
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 10 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation "
    "Xrotation Yrotation\nJOINT Leg\n{\nOFFSET 0 -1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "End Site\n{\nOFFSET 0 -10 0\n}\n}\nJOINT Arm\n{\nOFFSET 0 5 0\nCHANNELS 3 Zrotation Xrotation "
    "Yrotation\nEnd Site\n{\nOFFSET 20 0 0\n}\n}\n}\nMOTION\nFrames: 3\nFrame Time: 0.5\n"
    "0 10 0 0 0 0 0 0 0 0 0 0\n15 10 0 0 0 0 0 0 0 45 0 0\n30 10 0 0 0 0 0 0 0 90 0 0\n";

/// The same with other names, twice the bones, z up, and an arm that rests hanging forward.
const std::string joints =
    "joints: [{name: pelvis, at: [0, 0, 0.2]}, "
    "{name: leg, parent: pelvis, at: [0, 0, 0.18], tail: [0, 0, -0.02]}, "
    "{name: arm, parent: pelvis, at: [0, 0, 0.3], tail: [0, -0.4, 0.3]}, "
    "{name: tail, parent: pelvis, at: [0, 0.1, 0.2], tail: [0, 0.2, 0.2]}]";
const std::string pairs =
    "retarget: {joints: [{joint: pelvis, follows: Hips}, {joint: leg, follows: Leg}, {joint: arm, "
    "follows: Arm}], rotate: {axis: [1, 0, 0], angle: 90 deg}";

}  // namespace

TEST_CASE("rig/skeleton: a clip that is carried to its own skeleton stays what it is") {
    const RigScene own("file: " + wave + ", at_end: hold");
    const RigScene carried("file: " + wave + ", motion: " + wave + ", retarget: {}, at_end: hold");
    CHECK(carried.warnings().empty());
    for (const double t : {0.0, 0.1, 0.3, 0.55, 1.0})
        for (std::size_t b = 0; b < own->bones().size(); ++b)
            CHECK((own->at(t)[b].matrix() - carried->at(t)[b].matrix()).norm() < 1e-6);
}

TEST_CASE("rig/skeleton: a clip is carried to bones of other lengths, directions and axes") {
    const TemporaryFile file("dancer.bvh", dancer);
    const RigScene rig(joints + ", motion: " + file.path() + ", unit: cm, " + pairs + "}");
    const auto tip = [&](double t) { return rig.moved("arm", t, {0, -0.4, 0.3}); };
    // At the clip's rest the arm points along x as the dancer's does, though its own rest is
    // another.
    CHECK((tip(0) - Vector3d(0.4, 0, 0.3)).norm() < 1e-9);
    // The dancer's x, y, z are x, z, -y here; its way counts twice, as its bones do.
    const double half = 0.4 * std::sqrt(0.5);
    CHECK((tip(0.5) - Vector3d(0.3 + half, 0, 0.3 + half)).norm() < 1e-9);
    CHECK((tip(1) - Vector3d(0.6, 0, 0.7)).norm() < 1e-9);
    CHECK((rig.moved("leg", 1, {0, 0, -0.02}) - Vector3d(0.6, 0, -0.02)).norm() < 1e-9);
    // What follows nothing goes with its parent.
    CHECK((rig.moved("tail", 1, {0, 0.2, 0.2}) - Vector3d(0.6, 0.2, 0.2)).norm() < 1e-9);
    REQUIRE(rig.warnings().size() == 1);
    CHECK_THAT(rig.warnings()[0].message,
               Contains("joints that follow none of the motion's stay at rest beside their "
                        "parents: tail"));

    const RigScene shorter(joints + ", motion: " + file.path() + ", unit: cm, " + pairs +
                           ", scale: 0.5}");
    CHECK((shorter.moved("pelvis", 1, {0, 0, 0.2}) - Vector3d(0.15, 0, 0.2)).norm() < 1e-9);
}

TEST_CASE("rig/skeleton: what cannot be carried is refused, with what to do") {
    const TemporaryFile file("dancer.bvh", dancer);
    const std::string motion = ", motion: " + file.path() + ", ";
    CHECK_THAT(rig_mistake(joints + motion + "retarget: {}"),
               Contains("no joint has the name of one in the motion's file") &&
                   Contains("it has Hips, Leg, Arm"));
    CHECK(rig_mistake(joints + motion + "retarget: {joints: [{joint: pelvis, follows: Hip}]}") ==
          "the motion's skeleton has no joint 'Hip' | did you mean 'Hips'?");
    CHECK(rig_mistake(joints + motion + "retarget: {joints: [{joint: pelvs, follows: Hips}]}") ==
          "this skeleton has no joint 'pelvs' | did you mean 'pelvis'?");
    CHECK_THAT(rig_mistake(joints + motion +
                           "retarget: {joints: [{joint: arm, follows: Arm}, {joint: arm, follows: "
                           "Leg}]}"),
               Contains("joint 'arm' is named twice"));
    CHECK_THAT(rig_mistake(joints + ", retarget: {}"), Contains("retarget without a motion"));
    CHECK_THAT(rig_mistake(joints + motion + pairs + "}, radius: 1 cm"),
               Contains("radius without a file"));
    CHECK_THAT(rig_mistake("joints: [{name: Hips, at: [0, 0, 0], keyframes: [{time: 0 s}]}]" +
                           motion + "retarget: {}"),
               Contains("joint 'Hips' has keyframes beside a motion from a file"));
    CHECK_THAT(rig_mistake(joints + motion + "at_end: hold"), Contains("motion without a file"));
}
