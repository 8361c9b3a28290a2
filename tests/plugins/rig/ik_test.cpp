#include <catch2/catch.hpp>
#include <cmath>
#include <sinew/mechanics/pose/rig_features.hpp>
#include <sinew/mechanics/rig/skeletal_rig.hpp>
#include <sstream>
#include <support/mesh_plugin.hpp>

#include "surface_rig.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// An arm of 0.5 and 0.4 m from the end of a trunk at the origin; its clip bends the elbow.
const std::string arm =
    "{type: skeleton, at_end: hold, joints: [{name: trunk, at: [0, 0, -1], tail: [0, 0, 0]}, "
    "{name: upper, parent: trunk, at: [0, 0, 0], rotate: {axis: [1, 2, 3], angle: 1}}, "
    "{name: lower, parent: upper, at: [0.5, 0, 0], tail: [0.9, 0, 0], rotate: {axis: [0, 1, 1], "
    "angle: 2}, keyframes: [{time: 0 s, turn: {axis: [0, 1, 0], angle: 0.5}}, {time: 1 s, turn: "
    "{axis: [0, 1, 0.2], angle: 1.2}}]}]}";

std::string ik(const std::string& handle, const std::string& more = "") {
    return "type: ik, of: " + arm + ", handles: [{" + handle + "}]" + more;
}

std::string text(const Eigen::Vector3d& x) {
    std::ostringstream out;
    out.precision(17);
    out << "[" << x.x() << ", " << x.y() << ", " << x.z() << "]";
    return out.str();
}

/// The end of the arm at p.
Eigen::Vector3d hand(const SurfaceRig& rig, const Vector& p, const Eigen::Vector3d& rest) {
    return rig->skeletal()->pose(p)[2] * rest;
}
const Eigen::Vector3d tail(0.9, 0, 0);

/// A target within reach, further than 0.2 m from the shoulder and nearer than 0.85 m.
Eigen::Vector3d reachable() {
    Eigen::Vector3d x = Eigen::Vector3d::Random();
    return (0.525 + 0.325 * x.x()) * Eigen::Vector3d(Eigen::Vector3d::Random()).normalized();
}

}  // namespace

TEST_CASE("ik: the tail of a bone comes to a target that it reaches") {
    for (int k = 0; k < 60; ++k) {
        const Eigen::Vector3d target = reachable();
        const SurfaceRig rig(ik("joint: lower, target: " + text(target)));
        const double t = 0.1 * (k % 11);
        CHECK((hand(rig, rig->parameters(t), tail) - target).norm() < 1e-6);
    }
}

TEST_CASE("ik: the angle of the elbow is that of the triangle with two given sides") {
    const Eigen::Vector3d target(0.3, 0.4, 0.2);
    const SurfaceRig rig(ik("joint: lower, target: " + text(target)));
    const Vector p = rig->parameters(0);
    const BoneMotion motion = rig->skeletal()->pose(p);
    const Eigen::Vector3d elbow = motion[1] * Eigen::Vector3d(0.5, 0, 0);
    CHECK(elbow.norm() == Approx(0.5).epsilon(1e-12));
    CHECK((motion[2] * Eigen::Vector3d(0.5, 0, 0) - elbow).norm() < 1e-14);
    const double cosine = (0.5 * 0.5 + 0.4 * 0.4 - target.squaredNorm()) / (2 * 0.5 * 0.4);
    const Eigen::Vector3d hand_from_elbow = target - elbow;
    CHECK(-elbow.dot(hand_from_elbow) / (0.5 * 0.4) == Approx(cosine).margin(1e-7));
}

TEST_CASE("ik: parameters are those of the rig below, and other joints keep theirs") {
    const SurfaceRig below(arm.substr(1, arm.size() - 2));
    const SurfaceRig rig(ik("joint: lower, target: [0.3, 0.4, 0.2]"));
    REQUIRE(rig->n_parameters() == 18);
    for (Index k = 0; k < 18; ++k) {
        CHECK(rig->parameter(k).name == below->parameter(k).name);
        CHECK(rig->parameter(k).of_turn == below->parameter(k).of_turn);
        CHECK(rig->parameter(k).of_root == below->parameter(k).of_root);
    }
    CHECK(pose_features(*rig).size() == pose_features(*below).size());
    const Vector clip = below->parameters(0.4), p = rig->parameters(0.4);
    CHECK(p.head<6>() == clip.head<6>());
    CHECK(p.segment<3>(9) == clip.segment<3>(9));
    CHECK(p.tail<3>() == clip.tail<3>());
    CHECK(p.segment<3>(6) != clip.segment<3>(6));
    const Vector any = Vector::Random(18);
    CHECK(rig->skeletal()->pose(any)[2].matrix() == below->skeletal()->pose(any)[2].matrix());
    CHECK(rig->skeletal()->bones()[2].name == "lower");
}

TEST_CASE("ik: the pose is a function of the clip's pose and the target alone") {
    // The target of the first moves through that of the second, at the time of which both ask.
    const SurfaceRig moving(
        ik("joint: lower, target: {keyframes: [[0, [0, 0, 1]], [0.5, [0.3, 0.4, 0.2]], [1, [0, 9, "
           "0]]]}"));
    const SurfaceRig still(ik("joint: lower, target: [0.3, 0.4, 0.2]"));
    const Vector first = still->parameters(0.5);
    for (const double t : {0.9, 0.1, 0.3, 0.0}) {
        moving->parameters(t);
        still->parameters(t);
    }
    CHECK(moving->parameters(0.5) == first);
    CHECK(still->parameters(0.5) == first);
}

TEST_CASE("ik: weight 0 is the clip, and so is a target where the clip has the point") {
    const SurfaceRig below(arm.substr(1, arm.size() - 2));
    const Vector clip = below->parameters(0.7);
    const Eigen::Vector3d there = hand(below, clip, tail), target(0.3, 0.4, 0.2);
    const SurfaceRig off(ik("joint: lower, weight: 0, target: " + text(target)));
    CHECK(off->parameters(0.7) == clip);
    const SurfaceRig same(ik("joint: lower, target: " + text(there)));
    CHECK((same->parameters(0.7) - clip).norm() < 1e-12);
    const SurfaceRig half(ik("joint: lower, weight: 0.5, target: " + text(target)));
    const Eigen::Vector3d middle = 0.5 * (there + target);
    CHECK((hand(half, half->parameters(0.7), tail) - middle).norm() < 1e-6);
}

TEST_CASE("ik: towards what it does not reach, the arm is stretched") {
    for (const double distance : {0.95, 1.5, 20.0}) {
        const Eigen::Vector3d towards = Eigen::Vector3d(1, -2, 0.5).normalized();
        const SurfaceRig rig(
            ik("joint: lower, target: " + text(distance * towards), ", iterations: 200"));
        const Eigen::Vector3d x = hand(rig, rig->parameters(0), tail);
        CHECK((x - 0.9 * towards).norm() < 0.01);
    }
}

TEST_CASE("ik: a target that leaves the reach, and comes back, lets nothing jump") {
    const SurfaceRig rig(
        ik("joint: lower, target: {keyframes: [[0, [0.5, 0.2, 0.1]], [1, [1.5, 0.6, 0.3]]]}"));
    const PoseFeatures features = pose_features(*rig);
    const int n = 1000;
    Vector before = features.of(rig->parameters(0));
    double most = 0;
    for (int k = 1; k <= n; ++k) {
        const Vector x = features.of(rig->parameters(double(k) / n));
        most = std::max(most, (x - before).norm());
        before = x;
    }
    // The target moves by 1.2 mm at a time; near the end of the reach angles go as its root.
    CHECK(most < 0.1);
    CHECK(most > 1e-4);
}

TEST_CASE("ik: a chain of one joint points to the target") {
    const Eigen::Vector3d target(0.2, 3, 1);
    const SurfaceRig rig(ik("joint: upper, chain: 1, target: " + text(target)));
    const BoneMotion motion = rig->skeletal()->pose(rig->parameters(0.5));
    const Eigen::Vector3d elbow = motion[1] * Eigen::Vector3d(0.5, 0, 0);
    CHECK((elbow - 0.5 * target.normalized()).norm() < 1e-6);
}

TEST_CASE("ik: a hand leads a handle from its first time on, and gives it back") {
    SurfaceRig rig(ik("joint: lower, target: [0.3, 0.4, 0.2]"));
    RigHandles& handles = rig.handles();
    REQUIRE(handles.n_handles() == 1);
    CHECK(handles.handle_name(0) == "lower");
    const Eigen::Vector3d of_scene(0.3, 0.4, 0.2), a(0.1, 0.6, 0.2), b(0.2, 0.5, -0.3);
    const Vector free = rig->parameters(0.5);
    CHECK(rig->skeletal()->at(0.5)[2].matrix() == rig->skeletal()->pose(free)[2].matrix());
    handles.lead(0, 0.4, a);
    handles.lead(0, 0.8, b);
    CHECK((handles.handle_target(0, 0.3) - of_scene).norm() < 1e-15);
    CHECK(handles.handle_target(0, 0.4) == a);
    CHECK((handles.handle_target(0, 0.5) - (0.75 * a + 0.25 * b)).norm() < 1e-15);
    CHECK(handles.handle_target(0, 7) == b);
    for (const double t : {0.3, 0.4, 0.5, 0.8, 2.0})
        CHECK((handles.handle_position(0, t) - handles.handle_target(0, t)).norm() < 1e-6);
    // Bones that were kept of a time are found anew.
    CHECK(rig->skeletal()->at(0.5)[2].matrix() != rig->skeletal()->pose(free)[2].matrix());
    handles.let_go();
    CHECK(rig->parameters(0.5) == free);
    CHECK(rig->skeletal()->at(0.5)[2].matrix() == rig->skeletal()->pose(free)[2].matrix());
}

TEST_CASE("ik: handles go one after another, and a handle may lead any point of its bone") {
    const std::string head = "joint: trunk, chain: 1, point: [0, 0, 0.5], target: [0, 0.9, 0.2]";
    const SurfaceRig rig(ik(head + "}, {joint: lower, target: [0.2, 1, -0.5]"));
    const Vector p = rig->parameters(0.2);
    const BoneMotion motion = rig->skeletal()->pose(p);
    const Eigen::Vector3d foot(0, 0, -1), neck = motion[0] * Eigen::Vector3d(0, 0, 0.5);
    CHECK((neck - foot).norm() == Approx(1.5));
    CHECK((neck - foot).normalized().dot(Eigen::Vector3d(0, 0.9, 1.2).normalized()) ==
          Approx(1).epsilon(1e-9));
    CHECK((hand(rig, p, tail) - Eigen::Vector3d(0.2, 1, -0.5)).norm() < 1e-6);
}

TEST_CASE("ik: targets are in the frame of the node") {
    const std::string node =
        "    transform: {translate: [0, 1, 5], scale: 2, rotate: {axis: [0, 0, 1], angle: 90 "
        "deg}}\n";
    const SurfaceRig plain(ik("joint: lower, target: [0.3, 0.4, 0.2]")),
        placed(ik("joint: lower, target: [0.3, 0.4, 0.2]"), node);
    const Eigen::Vector3d expected(-0.8, 1 + 0.6, 5 + 0.4);
    const Vector p = placed->parameters(0.3);
    CHECK((hand(placed, p, {0, 1 + 1.8, 5}) - expected).norm() < 1e-6);
    CHECK((p - plain->parameters(0.3)).norm() < 1e-9);
}

TEST_CASE("ik: mistakes are reported, with their place and what to do") {
    CHECK(mistake_in_rig("type: ik, of: {type: bend, from: 0, to: 1, angle: 1}, handles: [{joint: "
                         "a, target: [0, 0, 0]}]") ==
          "5:25 rig/bend has no bones that could turn | take one with bones: of: {type: skeleton, "
          "...}");
    const TemporaryFile surface("corrected.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    CHECK_THAT(mistake_in_rig("type: ik, of: {type: psd, of: " + arm +
                              ", poses: [{time: 1 s, shape: {type: file, file: " + surface.path() +
                              "}}]}, handles: [{joint: lower, target: [0, 0, 0]}]"),
               Catch::Contains("rig/psd moves more than bones, which rig/ik would leave out | let "
                               "it stand above"));
    const auto handles = [](const std::string& list) {
        const std::string whole = mistake_in_rig("type: ik, of: " + arm + ", handles: " + list);
        CHECK(whole.substr(0, 2) == "5:");
        return whole.substr(whole.find(' ') + 1);
    };
    CHECK(handles("[]") ==
          "inverse kinematics without a handle | give one: handles: [{joint: ..., target: "
          "[...]}]");
    CHECK(handles("[{joint: lover, target: [0, 0, 0]}]") ==
          "rig/skeleton has no joint 'lover' | did you mean 'lower'?");
    CHECK(handles("[{joint: upper, chain: 3, target: [0, 0, 0]}]") ==
          "a chain of 3 joints, and 'upper' is number 2 from its root | give at most chain: 2");
    CHECK(handles("[{joint: lower, target: [0, 0, 0]}, {joint: lower, target: [0, 0, 0]}]") ==
          "joint 'lower' has a handle already, number 0 | leave one of them out");
    CHECK(handles("[{joint: upper, chain: 1, point: [0, 0, 0], target: [0, 0, 0]}]") ==
          "the point of 'upper' that has a target is at the joint that turns it | give a longer "
          "`chain`, or a `point` of the bone");
    const std::string fork =
        "type: ik, of: {type: skeleton, joints: [{name: a, at: [0, 0, 0]}, {name: b, parent: a, "
        "at: [1, 0, 0]}, {name: c, parent: a, at: [0, 1, 0]}]}, handles: [{joint: a, chain: 1, "
        "target: [0, 0, 0]}]";
    CHECK(mistake_in_rig(fork).find("the bone of 'a' has 2 tails | say which point of it is led to "
                                    "the target: point: [...]") != std::string::npos);
}
