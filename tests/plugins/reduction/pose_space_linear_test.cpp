// Rest shapes that are linear in vectors of the rig: inertia in closed form.
#include "rigged_bar.hpp"

using namespace sinew::test;

namespace {

/// A root that moves and turns, and a joint that bends the bar to one pose and back.
Bar two_bones() {
    Bar bar = small_bar();
    bar.rig =
        "type: skeleton, at_end: hold, smooth: 0.05 s, joints: [{name: a, at: [-0.5, 0, 0], "
        "keyframes: [{time: 0.1 s}, {time: 0.6 s, turn: {axis: [0, 1, 2], angle: 100 deg}, move: "
        "[0.4, 0, 0.3]}, {time: 0.9 s, move: [-1, 1, 0]}]}, {name: b, parent: a, at: [0, 0, 0], "
        "tail: [0.5, 0, 0], keyframes: [{time: 0.2 s}, {time: 0.5 s, turn: {axis: [0, 0, 1], "
        "angle: 50 deg}}, {time: 0.8 s}]}]";
    bar.poses = "blend: linear, poses: [{time: 0.5 s}]";
    bar.more = "    weights: {type: closest_bone, blend: 0.3}\n";
    return bar;
}

nlohmann::json inertia_of(const Bar& bar) {
    return report_of(bar, 0)["solvers"]["/bar"]["bodies"].at(0)["reduction"]["inertia"];
}

}  // namespace

TEST_CASE("pose space: in closed form, with all modes of all poses, it is the body in full space") {
    const EmptyCache cache;
    Bar bar = two_bones();
    const Table full = probe_of(bar);
    bar.reduction = all_modes;
    CHECK(inertia_of(bar) == "in closed form");
    CHECK(largest_difference(probe_of(bar), full) < 1e-8);
}

TEST_CASE("pose space: inertia in closed form is that of all nodes, to round-off") {
    const EmptyCache cache;
    Bar bar = two_bones();
    bar.reduction = modes_12 + ", check: {every: 3}";
    const nlohmann::json check =
        report_of(bar, 0)["solvers"]["/bar"]["bodies"].at(0)["reduction"]["check"];
    CHECK(check["inertia"]["checks"] > 10);
    CHECK(check["inertia"]["largest"] < 1e-9);
    bar.reduction = modes_12;
    probe_of_continued(bar);
}

TEST_CASE("pose space: there is no closed form of dual quaternions, nor if a sample is asked for") {
    const EmptyCache cache;
    Bar bar = two_bones();
    bar.reduction = modes_12 + ", inertia: {tolerance: 0.1}";
    CHECK(inertia_of(bar)["nodes"] > 0);
    bar.poses = "poses: [{time: 0.5 s}]";
    bar.reduction = modes_12;
    CHECK(inertia_of(bar).is_null());
}

TEST_CASE("pose space: elements that the rig turns inside out count with the least stretch") {
    const EmptyCache cache;
    Bar bar;
    bar.rig = "type: bend, from: -0.05, to: 0.05, angle: {expr: \"3*sin(4*t)\"}";
    bar.poses.clear();
    CHECK(report_of(bar, 1)["errors"].at(0)["message"].get<std::string>().find("is inverted (at "
                                                                               "rest)") !=
          std::string::npos);
    bar.poses = "least_stretch: 0.2";
    const nlohmann::json full = report_of(bar, 0)["solvers"]["/bar"]["bodies"].at(0);
    CHECK(full["most_limited_elements"] > 0);
    // Few elements do not know of the others; bases between poses are those of limited ones.
    bar.reduction =
        modes_12 + ", forces: {type: cubature, tolerance: 0.02}, propose: {every: 0.2 s}";
    const nlohmann::json few = report_of(bar, 0)["solvers"]["/bar"]["bodies"].at(0);
    CHECK_FALSE(few.contains("most_limited_elements"));
    CHECK(few["reduction"]["gaps"].size() > 3);
}
