/// A bar on a rig, as a scene, and what a probe tells of its motion.
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <support/empty_cache.hpp>
#include <support/small_run.hpp>

namespace sinew::test {

using testing::SmallRun;

/// A bar whose middle a rig bends, or moves as one piece.
struct Bar {
    std::string rig = "type: bend, from: -0.3, to: 0.3, angle: {expr: \"1.2*sin(4*t)\"}";
    std::string poses = "poses: [{parameters: [1.2]}, {parameters: [-1.2]}]";
    std::string cells = "8, 2, 2", young = "60 kPa";
    std::string poisson = "0.3";
    std::string reduction, solver = "type: implicit_euler", loads, more, outputs;

    std::string text() const {
        return "sinew: 1\ntime: {end: 1 s, step: 1/50 s}\nscene:\n  - node: bar\n    rig: {" + rig +
               "}\n    mesh: {type: box, size: [1, 0.2, 0.2], origin: [-0.5, -0.1, -0.1], cells: "
               "[" +
               cells + "], element: tet4}\n    material: {type: stvk, young: " + young +
               ", poisson: " + poisson +
               ", density: 1000}\n    constraints: [{type: fixed, where: {box: {min: "
               "[-0.2, -1, -1], max: [0.2, 1, 1]}}}]\n    formulation: {type: posed" +
               (poses.empty() ? "" : ", ") + poses + "}\n" +
               (loads.empty() ? "" : "    loads: [" + loads + "]\n") + more +
               (reduction.empty() ? "" : "    reduction: {" + reduction + "}\n") + "    solver: {" +
               solver +
               "}\n    outputs: [{type: probe, at: [[0.5, 0, 0], [-0.5, 0.1, 0.1], [0.4, -0.1, "
               "0]]}, {type: checkpoint, every: 0.4 s}" +
               (outputs.empty() ? "" : ", ") + outputs + "]\n";
    }
};

/// A bar of few cells under gravity, solved to round-off, for bases of all its modes.
inline Bar small_bar(Bar bar = {}) {
    bar.cells = "4, 1, 1";
    bar.loads = "{type: gravity}";
    bar.solver = "type: implicit_euler, newton: {tolerance: 1e-11}";
    return bar;
}
/// Five cross-sections of four nodes, of which one is fixed.
inline const std::string all_modes = "type: pose_space, basis: {type: linear_modes, modes: 48}";

inline const std::string modes_12 = "type: pose_space, basis: {type: linear_modes, modes: 12}";

using Table = std::vector<std::vector<double>>;

inline Table probe_of(const Bar& bar) {
    const SmallRun run("scene", bar.text());
    REQUIRE(run.run() == 0);
    return run.table("out/scene-bar-probe.csv");
}

/// The motion of a body too stiff to swing: what the rig alone does.
inline Table rigid_motion(Bar bar) {
    bar.young = "1 GPa";
    return probe_of(bar);
}

inline double largest_difference(const Table& a, const Table& b) {
    REQUIRE(a.size() == b.size());
    double most = 0;
    for (std::size_t row = 0; row < a.size(); ++row)
        for (std::size_t k = 1; k < a[row].size(); ++k)
            most = std::max(most, std::abs(a[row][k] - b[row][k]));
    return most;
}

/// Root of the sum of squares of all but the times.
inline double norm(const Table& a, const Table* less = nullptr) {
    double sum = 0;
    for (std::size_t row = 0; row < a.size(); ++row)
        for (std::size_t k = 1; k < a[row].size(); ++k)
            sum += std::pow(a[row][k] - (less ? (*less)[row][k] : 0), 2);
    return std::sqrt(sum);
}

/// The table of a run, which another one from the middle of it has to end bit by bit.
inline Table probe_of_continued(const Bar& bar) {
    const SmallRun run("scene", bar.text());
    REQUIRE(run.run() == 0);
    REQUIRE(run.run("again", run / "out/checkpoint-0020.h5") == 0);
    const Table whole = run.table("out/scene-bar-probe.csv"),
                rest = run.table("again/scene-bar-probe.csv");
    REQUIRE(rest.size() > 20);
    for (std::size_t k = 1; k <= 20; ++k) CHECK(whole[whole.size() - k] == rest[rest.size() - k]);
    return whole;
}

inline nlohmann::json report_of(const Bar& bar, int code) {
    const SmallRun run("scene", bar.text());
    CHECK(run.run() == code);
    return nlohmann::json::parse(run.bytes("out/run.json"));
}

inline std::string mistake_of(const Bar& bar) {
    return report_of(bar, 2)["errors"].at(0)["message"];
}

/// A rig that moves and turns the whole bar.
inline const std::string root =
    "type: skeleton, at_end: hold, joints: [{name: a, at: [0, 0, 0], tail: [1, 0, 0], keyframes: "
    "[{time: 0.1 s}, {time: 0.4 s, turn: {axis: [0, 1, 2], angle: 140 deg}, move: [0.4, 0, "
    "0.3]}, {time: 0.6 s, turn: {axis: [1, 0, 0], angle: 20 deg}, move: [-2, 1, 0]}]}]";

inline Bar on_root() {
    Bar bar;
    bar.rig = root;
    bar.poses.clear();
    bar.more = "    weights: {type: closest_bone}\n";
    return bar;
}

}  // namespace sinew::test
