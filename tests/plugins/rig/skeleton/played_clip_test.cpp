#include <catch2/catch.hpp>
#include <numbers>
#include <support/gltf/changed_gltf.hpp>

#include "plugins/rig/rig_scene.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;
using Eigen::Vector3d;

namespace {

std::string stalk(const std::string& clips) {
    return "file: '" + stalk_file() + "', clips: [" + clips + "]";
}

/// How far the stalk's middle joint is turned about z [degrees].
double turned(const RigScene& rig, double t) {
    const Eigen::Matrix3d R = rig->at(t)[std::size_t(rig.bone("middle"))].linear();
    return std::atan2(R(1, 0), R(0, 0)) * 180 / std::numbers::pi;
}

/// Of the clip sway, at its own time: 35 degrees after half a second, and back after a whole.
double sway(double t) {
    const double half = std::fmod(t, 1.0);
    return (t < 1 ? 1 : -1) * 70 * std::min(half, 1 - half);
}

double fade(double s) {
    return s * s * (3 - 2 * s);
}

}  // namespace

TEST_CASE("clips: one clip in a list plays as it does alone") {
    const RigScene rig(stalk("{clip: sway, start: 0.25 s}"), "", "2.25 s");
    for (const double t : {0.1, 0.25, 0.6, 1.0, 2.25})
        CHECK(turned(rig, t) == Approx(sway(std::max(0.0, t - 0.25))).margin(1e-4));
}

TEST_CASE("clips: a clip fades in over another, on the sphere, and covers it then") {
    // The nod turns the top alone: under it the middle goes back to its rest.
    const RigScene rig(
        stalk("{clip: sway}, {clip: nod, start: 0.5 s, fade_in: 0.4 s, at_end: repeat}"), "",
        "2 s");
    CHECK(turned(rig, 0.3) == Approx(sway(0.3)).margin(1e-4));
    CHECK(turned(rig, 0.5) == Approx(sway(0.5)).margin(1e-4));
    CHECK(turned(rig, 0.6) == Approx((1 - fade(0.25)) * sway(0.6)).margin(1e-4));
    CHECK(turned(rig, 0.7) == Approx(0.5 * sway(0.7)).margin(1e-4));
    CHECK(turned(rig, 0.9) == Approx(0).margin(1e-9));
    CHECK(turned(rig, 1.4) == Approx(0).margin(1e-9));
}

TEST_CASE("clips: a weight blends all the time, and may vary") {
    const RigScene half(stalk("{clip: sway}, {clip: nod, at_end: hold, weight: 0.25}"), "", "2 s");
    CHECK(turned(half, 0.4) == Approx(0.75 * sway(0.4)).margin(1e-4));
    const RigScene growing(
        stalk("{clip: sway}, {clip: nod, at_end: hold, weight: {expr: \"t/2\"}}"), "", "2 s");
    CHECK(turned(growing, 0.4) == Approx(0.8 * sway(0.4)).margin(1e-4));
    CHECK(turned(growing, 1.6) == Approx(0.2 * sway(1.6)).margin(1e-4));
    const RigScene wrong(stalk("{clip: sway, at_end: hold, weight: {expr: \"1 + t\"}}"), "", "2 s");
    CHECK_THROWS_WITH(wrong->at(0.5), Contains("the weight of a clip is 1.5 at 0.5 s") &&
                                          Contains("stay between 0 and 1"));
    CHECK_THAT(rig_mistake(stalk("{clip: sway, weight: 2}")), Contains("weight"));
}

TEST_CASE("clips: the first one may fade in from the rest") {
    const RigScene rig(stalk("{clip: sway, start: 0.1 s, fade_in: 0.8 s}"), "", "2.1 s");
    CHECK(turned(rig, 0.05) == Approx(0).margin(1e-12));
    CHECK(turned(rig, 0.5) == Approx(0.5 * sway(0.4)).margin(1e-4));
    CHECK(turned(rig, 1.0) == Approx(sway(0.9)).margin(1e-4));
}

TEST_CASE("clips: each lasts until the run ends, or another one covers it") {
    CHECK(rig_mistake(stalk("{clip: nod}, {clip: sway, start: 1 s}"), "", "3 s").empty());
    CHECK(rig_mistake(stalk("{clip: nod}, {clip: sway, start: 1 s, fade_in: 0.5 s}"), "", "3 s") ==
          "the clip 'nod' ends at 1 s, the fade of what covers it at 1.5 s | say what comes then, "
          "at_end: hold, repeat or back_and_forth; or let that be 1 s");
    CHECK_THAT(rig_mistake(stalk("{clip: nod}, {clip: sway, weight: 0.5}"), "", "2 s"),
               Contains("the clip 'nod' ends at 1 s, the run at 2 s"));
    CHECK_THAT(rig_mistake(stalk("{clip: sway}") + ", speed: 2, start: 1 s"),
               Contains("speed, start beside clips | say it of each of the clips"));
    CHECK_THAT(rig_mistake(stalk("{clip: sway, range: [1, 3]}")),
               Contains("the range from 1 s to 3 s is no part of the clip 'sway'"));
    CHECK_THAT(rig_mistake("joints: [{name: a, at: [0, 0, 0]}], clips: [{clip: x}]"),
               Contains("clips without a file"));
}

TEST_CASE("clips: times are the file's own, and the first pose holds before the first keyframe") {
    // The stalk's sway, half a second later in the file.
    const ChangedGltf late(stalk_file(), [](nlohmann::json& json) {
        const nlohmann::json times =
            float_accessor(json, {0.5F, 1.0F, 1.5F, 2.0F, 2.5F}, "SCALAR", 1);
        for (nlohmann::json& sampler : json["animations"][0]["samplers"]) sampler["input"] = times;
    });
    const std::string file = "file: '" + late.path() + "'";
    const RigScene rig(file + ", clip: sway", "", "2.5 s");
    for (const double t : {0.0, 0.3, 0.5, 0.8, 1.4, 2.5})
        CHECK(turned(rig, t) == Approx(sway(std::max(0.0, t - 0.5))).margin(1e-4));
    const RigScene repeat(file + ", clip: sway, at_end: repeat, start: 0.1 s", "", "6 s");
    CHECK(turned(repeat, 2.6 + 0.3) == Approx(0).margin(1e-4));
    CHECK(turned(repeat, 2.6 + 0.8) == Approx(sway(0.3)).margin(1e-4));
    // Of a part that is asked for, its own beginning.
    const RigScene part(file + ", clip: sway, range: [0.7, 1.2]", "", "0.5 s");
    CHECK(turned(part, 0) == Approx(sway(0.2)).margin(1e-4));
    CHECK(rig_mistake(file + ", clip: sway", "", "3 s") ==
          "the clip ends at 2.5 s, the run at 3 s | say what comes then, at_end: hold, repeat or "
          "back_and_forth; or let time.end be 2.5 s");
    const RigScene written(one_joint("tail: [1, 0, 0], keyframes: [{time: 0.4 s}, {time: 0.8 s, "
                                     "turn: {axis: [0, 0, 1], angle: 80 deg}}]"),
                           "", "0.8 s");
    for (const double t : {0.0, 0.4, 0.5, 0.7, 0.8}) {
        const Vector3d x = written.moved("a", t, Vector3d::UnitX());
        CHECK(std::atan2(x.y(), x.x()) * 180 / std::numbers::pi ==
              Approx(200 * std::max(0.0, t - 0.4)).margin(1e-9));
    }
}

TEST_CASE("clips: one that the run ends before is reported, with its place") {
    const std::string turns =
        "tail: [1, 0, 0], keyframes: [{time: 0 s}, {time: 4 s, turn: {axis: [0, 0, 1], angle: 1}}]";
    const RigScene late(one_joint(turns) + ", start: 2 s, at_end: hold");
    REQUIRE(late.warnings().size() == 1);
    CHECK(late.warnings()[0].message ==
          "the clip begins at 2 s, and the run ends at 1 s: it stays in its first pose");
    CHECK_THAT(late.warnings()[0].remedy, Contains("let it start earlier"));
    CHECK(late.warnings()[0].where.line == 5);
    CHECK(late.warnings()[0].where.column > 100);  // of the start
    CHECK(RigScene(one_joint(turns) + ", start: 0.9 s").warnings().empty());

    const RigScene above(stalk("{clip: sway}, {clip: nod, start: 9, fade_in: 0.5}"), "", "2 s");
    REQUIRE(above.warnings().size() == 1);
    CHECK(above.warnings()[0].message ==
          "the clip 'nod' begins at 9 s, and the run ends at 2 s: nothing of it is seen");

    const RigScene keys(
        one_joint("tail: [1, 0, 0], keyframes: [{time: 3 s}, {time: 4 s, turn: "
                  "{axis: [0, 0, 1], angle: 1}}]"));
    REQUIRE(keys.warnings().size() == 1);
    CHECK(keys.warnings()[0].message ==
          "the clip comes to its first keyframe at 3 s, and the run ends at 1 s: it stays in its "
          "first pose");
    CHECK_THAT(keys.warnings()[0].remedy, Contains("range: [from, to]"));
    CHECK(RigScene(one_joint("tail: [1, 0, 0], keyframes: [{time: 3 s, turn: {axis: [0, 0, 1], "
                             "angle: 1}}]"))
              .warnings()
              .empty());  // a pose
}

TEST_CASE("clips: a step longer than the run is part of the run") {
    CHECK(rig_mistake(one_joint("tail: [1, 0, 0], keyframes: [{time: 0 s}, {time: 0.05 s, turn: "
                                "{axis: [0, 0, 1], angle: 1}}]"),
                      "", "0.05 s") ==
          "the clip ends at 0.05 s, the run's one step, which is longer than time.end, at 0.1 s | "
          "say what comes then, at_end: hold, repeat or back_and_forth; or let time.step be 0.05 "
          "s");
}

TEST_CASE("clips: one that begins anew jumps, but where its last pose is its first") {
    const std::string keys = "keyframes: [{time: 0}, {time: 0.5 s, move: [1, 0, 0]}";
    const RigScene walks(one_joint(keys + "]") + ", at_end: repeat, start: 0.1 s", "", "3 s"),
        sways(one_joint(keys + ", {time: 1 s}]") + ", at_end: repeat", "", "3 s"),
        turns(one_joint(keys + "]") + ", at_end: back_and_forth", "", "3 s");
    CHECK(walks->jumps(0.59, 0.6));
    CHECK(walks->jumps(0.59, 0.6 - 1e-12));  // but for round-off
    CHECK_FALSE(walks->jumps(0.6 - 1e-12, 0.61));
    CHECK_FALSE(walks->jumps(0.11, 0.59));
    CHECK(walks->jumps(0.3, 2.9));
    CHECK_FALSE(sways->jumps(0.3, 2.9));
    CHECK_FALSE(turns->jumps(0.3, 2.9));
    const auto x = [&](double t) { return walks.moved("a", t, {0, 0, 0}).x(); };
    CHECK(x(0.59) == Approx(0.98));
    CHECK(x(0.6) == Approx(0).margin(1e-8));
    CHECK(x(0.6 - 1e-12) == Approx(0).margin(1e-8));
    CHECK(x(1.35) == Approx(0.5));
}

TEST_CASE("clips: a clip that begins over others at once jumps, and one that fades in does not") {
    const RigScene at_once(stalk("{clip: sway}, {clip: nod, start: 0.5 s, at_end: repeat}"), "",
                           "2 s"),
        faded(stalk("{clip: sway}, {clip: nod, start: 0.5 s, fade_in: 0.4 s, at_end: hold}"), "",
              "2 s");
    const RigScene same(stalk("{clip: sway}, {clip: sway, start: 1 s, at_end: repeat}"), "", "3 s");
    CHECK_FALSE(same->jumps(0.95, 1));  // both are at rest there
    CHECK(at_once->jumps(0.45, 0.5));
    CHECK_FALSE(at_once->jumps(0.4, 0.45));
    CHECK_FALSE(faded->jumps(0.1, 1.9));
}

TEST_CASE("clips: a smooth curve ends where the clip begins anew") {
    const std::string keys = "keyframes: [{time: 0}, {time: 0.5 s, move: [1, 0, 0]}]";
    const RigScene walks(one_joint(keys) + ", at_end: repeat, smooth: 0.05 s", "", "3 s");
    const auto x = [&](double t) { return walks.moved("a", t, {0, 0, 0}).x(); };
    CHECK(x(0.25) == Approx(0.5));
    CHECK(x(0.499) > 0.95);
    CHECK(x(0.501) < 0.05);
}
