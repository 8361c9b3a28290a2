#include <catch2/catch.hpp>
#include <numbers>

#include "plugins/rig/rig_scene.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;
using Eigen::Vector3d;

namespace {

constexpr double pi = std::numbers::pi;

/// An arm of two bones along x, of 1 m each; the upper one turns about z by 90 degrees in a second,
/// the lower one about its own frame's x axis, which is the node's z, by 60.
const std::string arm =
    "joints: [{name: lower, parent: upper, at: [1, 0, 0], tail: [2, 0, 0], radius: 3 cm, "
    "rotate: {axis: [0, 1, 0], angle: -90 deg}, "
    "keyframes: [{time: 0 s}, {time: 1 s, turn: {axis: [1, 0, 0], angle: 60 deg}}]}, "
    "{name: upper, at: [0, 0, 0], "
    "keyframes: [{time: 0 s}, {time: 1 s, turn: {axis: [0, 0, 1], angle: 90 deg}}]}]";

/// Where the arm's tip is after the fraction s of its clip.
Vector3d tip(double s) {
    const double a = s * pi / 2, b = a + s * pi / 3;
    return {std::cos(a) + std::cos(b), std::sin(a) + std::sin(b), 0};
}

Vector3d tip_at(const RigScene& rig, double t) {
    return rig.moved("lower", t, Vector3d(2, 0, 0));
}

}  // namespace

TEST_CASE("rig/skeleton: two written bones turn as their closed form says") {
    const RigScene rig(arm);
    REQUIRE(rig->bones().size() == 2);
    CHECK(rig->bones()[0].name == "upper");
    CHECK(rig->bones()[1].parent == 0);
    CHECK(rig->bones()[0].segments.at(0).tail == Vector3d(1, 0, 0));
    CHECK(rig->bones()[1].radius == Approx(0.03));
    for (const double t : {0.0, 0.3, 0.75, 1.0}) {
        CAPTURE(t);
        CHECK((tip_at(rig, t) - tip(t)).norm() < 1e-14);
    }
}

TEST_CASE("rig/skeleton: with parameters zero every bone is at rest") {
    const RigScene rig(arm, "    transform: {translate: [1, 2, 3], scale: 2}\n");
    REQUIRE(rig->n_parameters() == 12);
    for (const Eigen::Isometry3d& T : rig->pose(Vector::Zero(12)))
        CHECK(T.isApprox(Eigen::Isometry3d::Identity(), 1e-14));
}

TEST_CASE("rig/skeleton: a clip's pose comes back from its parameters") {
    const RigScene rig(arm);
    const BoneMotion motion = rig->pose(rig->parameters(0.4));
    CHECK((motion[1] * Vector3d(2, 0, 0) - tip(0.4)).norm() < 1e-14);
}

TEST_CASE("rig/skeleton: a node turned, moved and scaled alike takes its skeleton along") {
    const RigScene rig(arm,
                       "    transform: {translate: [1, 2, 3], scale: 2, "
                       "rotate: {axis: [1, 0, 0], angle: 90 deg}}\n");
    const auto placed = [](const Vector3d& x) {
        return Vector3d(Vector3d(1, 2, 3) + 2 * Vector3d(x.x(), -x.z(), x.y()));
    };
    const Bone& lower = rig->bones()[1];
    CHECK((lower.joint - placed({1, 0, 0})).norm() < 1e-14);
    CHECK((lower.segments.at(0).tail - placed({2, 0, 0})).norm() < 1e-14);
    CHECK(lower.radius == Approx(0.06));
    CHECK((rig.moved("lower", 0.6, placed({2, 0, 0})) - placed(tip(0.6))).norm() < 1e-13);
}

TEST_CASE("rig/skeleton: a stretched node is refused") {
    CHECK(rig_mistake(arm, "    transform: {scale: [1, 1, 2]}\n") ==
          "/here is stretched or mirrored by its transform, and bones are rigid | scale all axes "
          "of the node, and of those above it, alike");
}

TEST_CASE("rig/skeleton: a clip shorter than the run is refused, unless it says what comes then") {
    CHECK(rig_mistake(arm, "", "2 s") ==
          "the clip ends at 1 s, the run at 2 s | say what comes then, at_end: hold, repeat or "
          "back_and_forth; or let time.end be 1 s");
    CHECK(rig_mistake(arm + ", start: 0.5 s, speed: 0.5", "", "2.5 s").empty());
    CHECK_THAT(rig_mistake(arm + ", start: 0.5 s, speed: 0.5", "", "2.6 s"),
               Contains("the clip ends at 2.5 s, the run at 2.6 s"));
    const RigScene hold(arm + ", at_end: hold", "", "9 s");
    const RigScene repeat(arm + ", at_end: repeat", "", "9 s");
    const RigScene back(arm + ", at_end: back_and_forth", "", "9 s");
    CHECK((tip_at(hold, 1.25) - tip(1)).norm() < 1e-14);
    CHECK((tip_at(repeat, 1.25) - tip(0.25)).norm() < 1e-14);
    CHECK((tip_at(repeat, 3.25) - tip(0.25)).norm() < 1e-14);
    CHECK((tip_at(back, 1.25) - tip(0.75)).norm() < 1e-14);
    CHECK((tip_at(back, 2.25) - tip(0.25)).norm() < 1e-14);
}

TEST_CASE("rig/skeleton: range, speed and start choose what is played, and when") {
    const RigScene rig(arm + ", range: [0.2, 0.7], speed: 2, start: 0.5 s, at_end: hold");
    CHECK((tip_at(rig, 0) - tip(0.2)).norm() < 1e-14);
    CHECK((tip_at(rig, 0.5) - tip(0.2)).norm() < 1e-14);
    CHECK((tip_at(rig, 0.6) - tip(0.4)).norm() < 1e-14);
    CHECK((tip_at(rig, 0.9) - tip(0.7)).norm() < 1e-14);
    CHECK(rig_mistake(arm + ", range: [0.5, 1.5]") ==
          "the range from 0.5 s to 1.5 s is no part of the clip, which goes from 0 s to 1 s | give "
          "[from, to] inside the clip");
    CHECK_THAT(rig_mistake(arm + ", range: [0.7, 0.2]"), Contains("is no part of the clip"));
}

TEST_CASE("rig/skeleton: ease_in begins at rest and at rest's speed") {
    const RigScene rig(one_joint("tail: [1, 0, 0], keyframes: [{time: 0 s, turn: {axis: [0, 0, 1], "
                                 "angle: 80 deg}}]") +
                       ", start: 0.2 s, ease_in: 0.4 s");
    const auto angle = [&](double t) {
        const Vector3d x = rig.moved("a", t, Vector3d(1, 0, 0));
        return std::atan2(x.y(), x.x()) * 180 / pi;
    };
    CHECK(angle(0.1) == Approx(0).margin(1e-12));
    CHECK(angle(0.2) == Approx(0).margin(1e-12));
    CHECK(angle(0.3) == Approx(80 * (3.0 / 16 - 2.0 / 64)));
    CHECK(angle(0.4) == Approx(40));
    CHECK(angle(0.6) == Approx(80));
    CHECK(angle(0.9) == Approx(80));
}

TEST_CASE("rig/skeleton: joints or a file, one of both") {
    CHECK_THAT(rig_mistake("speed: 1"), Contains("a skeleton without joints | write joints:"));
    CHECK(rig_mistake(arm + ", file: a.bvh") ==
          "a skeleton of joints and of a file | leave one of them out");
    CHECK(rig_mistake(arm + ", unit: cm, radius: 1 cm") ==
          "unit, radius without a file | give file: as well, or say it of each of the joints");
}
