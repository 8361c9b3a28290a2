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

TEST_CASE("written joints: a turn that goes another way than it is written is reported") {
    const auto warnings = [](const std::string& keyframes) {
        return RigScene(one_joint("keyframes: [" + keyframes + "]")).warnings();
    };
    const auto turn = [](const std::string& time, const std::string& angle,
                         const std::string& axis = "[0, 0, 1]") {
        return "{time: " + time + ", turn: {axis: " + axis + ", angle: " + angle + "}}";
    };
    const auto far = warnings("{time: 0 s}, " + turn("1 s", "270 deg"));
    REQUIRE(far.size() == 1);
    CHECK(far[0].message ==
          "joint 'a' is written to turn by 270 degrees from 0 s to 1 s; between keyframes it goes "
          "the shorter way, by 90 degrees");
    CHECK_THAT(far[0].remedy, Contains("write keyframes between") && Contains("radians"));
    CHECK(far[0].where.line == 5);
    // As it does.
    const RigScene rig(one_joint("keyframes: [{time: 0 s}, " + turn("1 s", "270 deg") + "]"));
    CHECK((rig.moved("a", 0.5, Vector3d(1, 0, 0)) -
           Eigen::AngleAxisd(-M_PI / 4, Vector3d::UnitZ()) * Vector3d(1, 0, 0))
              .norm() < 1e-12);
    const auto half = warnings("{time: 0 s}, " + turn("1 s", "180 deg"));
    REQUIRE(half.size() == 1);
    CHECK_THAT(half[0].message, Contains("by 180 degrees, and both ways are as long"));
    const auto several = warnings("{time: 0 s}, " + turn("0.5 s", "170 deg") + ", " +
                                  turn("1 s", "-190 deg") + ", " + turn("2 s", "720 deg"));
    REQUIRE(several.size() == 2);
    CHECK_THAT(several[0].message, Contains("by 360 degrees from 0.5 s to 1 s") &&
                                       Contains("the shorter way, by 0 degrees"));
    CHECK_THAT(several[1].message, Contains("by 910 degrees from 1 s to 2 s") &&
                                       Contains("the shorter way, by 170 degrees"));
    const auto radians = warnings("{time: 0 s}, " + turn("1 s", "90", "[0, 1, 0]"));
    REQUIRE(radians.size() == 2);  // the angle without a unit is reported, too
    CHECK_THAT(radians[0].message + radians[1].message,
               Contains("by 5156.62 degrees") && Contains("angle"));
    // About an axis that is the other's opposite, across it, and in several turns.
    CHECK(warnings(turn("0 s", "100 deg") + ", " + turn("1 s", "100 deg", "[0, 0, -1]")).size() ==
          1);
    CHECK(warnings("{time: 0 s}, {time: 1 s, turn: [{axis: [1, 0, 0], angle: 200 deg}, {axis: [0, "
                   "1, 0], angle: 20 deg}]}")
              .size() == 1);
    CHECK(warnings("{time: 0 s}, " + turn("1 s", "179 deg") + ", " + turn("2 s", "350 deg") + ", " +
                   turn("3 s", "370 deg"))
              .empty());
    CHECK(warnings(turn("0 s", "90 deg") + ", " + turn("1 s", "90 deg", "[0, 1, 0]")).empty());
}

TEST_CASE("written joints: keyframes before 0 s shift the clip, which is reported") {
    const std::string clip = one_joint(
        "keyframes: [{time: -0.5 s}, {time: 0 s, move: [1, 0, 0]}, {time: 1 s, move: [2, 0, 0]}]");
    const RigScene rig(clip);
    REQUIRE(rig.warnings().size() == 1);
    CHECK(rig.warnings()[0].message ==
          "the keyframes of joint 'a' begin at -0.5 s: the run starts there, and every joint comes "
          "to its keyframes 0.5 s later than they say");
    CHECK(rig.warnings()[0].where.column == 27 + int(clip.find("-0.5 s")));
    CHECK((rig.moved("a", 0.5, Vector3d::Zero()) - Vector3d(1, 0, 0)).norm() < 1e-12);
    const RigScene ranged(clip + ", range: [0 s, 1 s]");
    CHECK(ranged.warnings().empty());
    CHECK((ranged.moved("a", 1, Vector3d::Zero()) - Vector3d(2, 0, 0)).norm() < 1e-12);
}
