#include <catch2/catch.hpp>

#include "plugins/rig/rig_scene.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;
using Eigen::Vector3d;

TEST_CASE("rig/skeleton: moves are seen from the parent joint") {
    const RigScene rig(
        "joints: [{name: a, at: [0, 0, 0], rotate: {axis: [0, 0, 1], angle: 90 deg}}, "
        "{name: b, parent: a, at: [1, 0, 0], "
        "keyframes: [{time: 0 s}, {time: 1 s, move: [0, -0.5, 0]}]}]");
    CHECK((rig.moved("b", 1, Vector3d(1, 0, 0)) - Vector3d(1.5, 0, 0)).norm() < 1e-14);
}

TEST_CASE("rig/skeleton: faults of written joints are refused, with what to do") {
    CHECK(rig_mistake("joints: [{name: a, at: [0, 0, 0]}, {name: b, parent: aa, at: [1, 0, 0]}]") ==
          "joint 'b' has the parent 'aa', which is no joint | did you mean 'a'?");
    CHECK(rig_mistake("joints: [{name: a, at: [0, 0, 0]}, {name: a, at: [1, 0, 0]}]") ==
          "two joints are named 'a' | give each a name of its own");
    CHECK(rig_mistake("joints: [{name: a, parent: b, at: [0, 0, 0]}, "
                      "{name: b, parent: a, at: [1, 0, 0]}, {name: c, at: [2, 0, 0]}]") ==
          "the joints a, b carry each other in a circle | every joint needs a root above it: one "
          "without a parent");
    CHECK_THAT(rig_mistake("joints: [{name: x, parent: b, at: [0, 0, 0]}, {name: b, parent: c, at: "
                           "[1, 0, 0]}, {name: c, parent: b, at: [2, 0, 0]}]"),
               Contains("the joints b, c carry each other in a circle"));
    CHECK_THAT(rig_mistake("joints: [{name: a, parent: a, at: [0, 0, 0]}]"),
               Contains("joint 'a' is its own parent"));
    CHECK(rig_mistake("joints: [{name: '', at: [0, 0, 0]}]") ==
          "joint 0 has no name | name every joint");
    CHECK(rig_mistake("joints: [{name: a, at: [1, 0, 0]}, {name: b, parent: a, at: [1, 0, 0]}]") ==
          "the bone from joint 'a' to 'b' has no length | move one of them, or give the first a "
          "tail");
    CHECK(rig_mistake(one_joint("tail: [0, 0, 0]")) ==
          "the bone of joint 'a' has no length | move its tail, or leave it out for a joint "
          "without a bone");
    CHECK_THAT(rig_mistake(one_joint("rotate: {axis: [0, 0, 0], angle: 1 rad}")),
               Contains("the axis of a rotation has no length"));
    CHECK(rig_mistake(one_joint("keyframes: [{time: 1 s}, {time: 1 s}]")) ==
          "the keyframes of joint 'a' go from 1 s to 1 s | let their times increase");
}

TEST_CASE("written joints: mistakes are shown where they stand") {
    // The column of what is wrong, behind "    rig: {type: skeleton, " in line 5.
    const auto place = [](const std::string& joints, const std::string& wrong) {
        const std::string rig = "joints: [" + joints + "]";
        try {
            RigScene scene(rig);
        } catch (const InputError& error) {
            const SourceMark& where = error.diagnostics().front().where;
            CHECK(where.line == 5);
            return std::size_t(where.column) == 27 + rig.rfind(wrong);
        }
        return false;
    };
    const std::string a = "{name: a, at: [0, 0, 0]}, ";
    CHECK(place(a + "{name: a, at: [1, 0, 0]}", "a, at"));
    CHECK(place(a + "{name: b, parent: c, at: [1, 0, 0]}", "c, at"));
    CHECK(place(a + "{name: b, parent: c, at: [1, 0, 0]}, {name: c, parent: b, at: [1, 1, 0]}",
                "c, at: [1, 0"));
    CHECK(place(a + "{name: b, at: [1, 0, 0], tail: [1, 0, 0]}", "[1, 0, 0]}"));
    CHECK(place(a + "{name: b, parent: a, at: [0, 0, 0]}", "[0, 0, 0]}"));
    CHECK(place(a + "{name: b, at: [1, 0, 0], keyframes: [{time: 1 s}, {time: 0.5 s}]}", "0.5 s"));
}
