// Contact and ties of bodies on rigs in a subspace of the pose, beside full space.
#include <omp.h>

#include "rigged_bar.hpp"

using namespace sinew::test;

namespace {

/// A bar whose ends the rig swings against a sphere.
Bar against_a_sphere() {
    Bar bar = small_bar();
    bar.more =
        "    couplings: [{type: contact, thickness: 5 mm, friction: 0.3, obstacles: [{sphere: "
        "{center: [0.45, 0, 0.21], radius: 0.1}}]}]\n";
    return bar;
}

Bar in_all_modes(Bar bar) {
    bar.reduction = all_modes;
    return bar;
}

}  // namespace

TEST_CASE("pose space in contact: with all modes it is the body in full space") {
    const EmptyCache cache;
    const Bar bar = against_a_sphere();
    const Table full = probe_of(bar);
    Bar alone = bar;
    alone.more.clear();
    CHECK(largest_difference(full, probe_of(alone)) > 0.01);
    CHECK(largest_difference(full, probe_of_continued(in_all_modes(bar))) < 1e-9);
}

TEST_CASE("pose space in contact: so it is in equilibrium") {
    const EmptyCache cache;
    Bar bar = against_a_sphere();
    bar.solver = "type: static, newton: {tolerance: 1e-11}";
    bar.rig = "type: bend, from: -0.3, to: 0.3, angle: {expr: \"-1.2*sin(4*t)\"}";
    bar.young = "300 kPa";
    bar.outputs = "{type: energy}";
    const Table full = probe_of(bar);
    Bar alone = bar;
    alone.more.clear();
    CHECK(largest_difference(full, probe_of(alone)) > 0.01);
    const SmallRun run("scene", in_all_modes(bar).text());
    REQUIRE(run.run() == 0);
    CHECK(largest_difference(full, run.table("out/scene-bar-probe.csv")) < 1e-9);
    for (const auto& row : run.table("out/scene-bar-energy.csv")) CHECK(row[1] == 0);  // kinetic
}

TEST_CASE("pose space in contact: a pose of one step later does not pass through anything") {
    const EmptyCache cache;
    Bar bar = small_bar();
    bar.rig = "type: bend, from: -0.3, to: 0.3, angle: {keyframes: [[0.1, 0], [0.12, 60 deg]]}";
    // Just below the bar, and far above where the rig takes its end in one step.
    bar.more =
        "    couplings: [{type: contact, thickness: 5 mm, obstacles: [{sphere: {center: [0.42, 0, "
        "-0.13], radius: 0.01}}]}]\n";
    const Table full = probe_of(bar), reduced = probe_of(in_all_modes(bar));
    Bar alone = bar;
    alone.more.clear();
    CHECK(largest_difference(full, probe_of(alone)) > 0.1);
    CHECK(largest_difference(full, reduced) < 1e-7);
}

TEST_CASE("pose space in contact: few modes give way, too, by any number of threads") {
    const EmptyCache cache;
    Bar bar = against_a_sphere();
    bar.cells = "8, 2, 2";
    const Table full = probe_of(bar);
    bar.reduction = "type: pose_space, basis: {type: modal_derivatives, modes: 10, size: 40}";
    const SmallRun run("scene", bar.text());
    REQUIRE(run.run() == 0);
    const Table reduced = run.table("out/scene-bar-probe.csv");
    const int n = omp_get_max_threads();
    omp_set_num_threads(1);
    CHECK(probe_of(bar) == reduced);
    omp_set_num_threads(n);
    const auto report = nlohmann::json::parse(run.bytes("out/run.json"));
    const double gap = report["solvers"]["/bar"]["couplings"][0]["least_gap_of_run"];
    CHECK(gap > 0);
    CHECK(gap < 0.005);
    bar.reduction.clear();
    bar.more.clear();
    const Table alone = probe_of(bar);
    CHECK(norm(full, &reduced) < 0.5 * norm(full, &alone));
}

TEST_CASE("pose space in contact: the rig drives what is fixed to it through anything") {
    const EmptyCache cache;
    Bar bar = on_root();
    bar.cells = "10, 1, 1";  // of 11 cross-sections 5 are fixed
    bar.rig =
        "type: skeleton, at_end: hold, joints: [{name: a, at: [0, 0, 0], tail: [1, 0, 0], "
        "keyframes: [{time: 0.1 s}, {time: 0.5 s, move: [0, 0, 0.4]}]}]";
    bar.solver = "type: implicit_euler, newton: {tolerance: 1e-11}";
    // Above an edge of the fixed middle, and another one above an end.
    bar.more +=
        "    couplings: [{type: contact, thickness: 5 mm, obstacles: [{sphere: {center: [0, 0.1, "
        "0.2], radius: 1 mm}}, {sphere: {center: [0.42, 0, 0.2], radius: 2 cm}}]}]\n";
    const Table full = probe_of(bar);
    CHECK(full.back()[3] == Approx(0.4).margin(0.2));
    bar.reduction = "type: pose_space, basis: {type: linear_modes, modes: 72}";
    CHECK(largest_difference(full, probe_of(bar)) < 1e-8);
}

TEST_CASE("pose space in contact: a run goes on from any step, by all integrators and forces") {
    const EmptyCache cache;
    Bar bar = against_a_sphere();
    bar.solver = GENERATE("type: implicit_newmark", "type: static",
                          "type: implicit_euler, newton: {max_iterations: 6}");
    bar.reduction =
        "type: pose_space, basis: {type: modal_derivatives, modes: 6, size: 20}" +
        GENERATE(std::string(), std::string(", interpolation: rotated"),
                 std::string(", forces: {type: cubature, size: 12, poses: {count: 8}}"));
    CAPTURE(bar.solver, bar.reduction);
    probe_of_continued(bar);
}

TEST_CASE("pose space in contact: steps that are cut are those of full space, with friction") {
    const EmptyCache cache;
    Bar bar = against_a_sphere();
    bar.solver = "type: implicit_euler, newton: {tolerance: 1e-11, max_iterations: 6}";
    const auto cuts_of = [](const Bar& one) {
        const SmallRun run("scene", one.text());
        REQUIRE(run.run() == 0);
        const auto report = nlohmann::json::parse(run.bytes("out/run.json"));
        return std::pair{run.table("out/scene-bar-probe.csv"),
                         report["solvers"]["/bar"]["cutbacks"].get<int>()};
    };
    const auto [full, cuts] = cuts_of(bar);
    const auto [reduced, of_reduced] = cuts_of(in_all_modes(bar));
    REQUIRE(cuts > 0);
    CHECK(cuts == of_reduced);
    CHECK(largest_difference(full, reduced) < 1e-8);
}

TEST_CASE("pose space in contact: a tie to another body is that of full space") {
    const EmptyCache cache;
    const auto probe_with = [](const std::string& reduction) {
        const SmallRun run(
            "scene",
            "sinew: 1\ntime: {end: 0.5 s, step: 1/50 s}\nscene:\n  - node: all\n    solver: {type: "
            "implicit_euler, newton: {tolerance: 1e-9}}\n    couplings: [{type: tie, between: "
            "[bar, block], stiffness: 1e6}]\n    children:\n      - node: bar\n        rig: {type: "
            "bend, from: -0.3, to: 0.3, angle: {expr: \"1.2*sin(4*t)\"}}\n        mesh: {type: "
            "box, size: [1, 0.2, 0.2], origin: [-0.5, -0.1, -0.1], cells: [4, 1, 1], element: "
            "tet4}\n        material: {type: stvk, young: 60 kPa, poisson: 0.3, density: "
            "1000}\n        constraints: [{type: fixed, where: {box: {min: [-0.2, -1, -1], max: "
            "[0.2, 1, 1]}}}]\n        formulation: {type: posed, poses: [{parameters: [1.2]}, "
            "{parameters: [-1.2]}]}\n" +
                reduction +
                "        outputs: [{type: probe, at: [[0.5, 0, 0], [-0.5, 0.1, 0.1]]}]\n      - "
                "node: block\n        mesh: {type: box, size: [0.25, 0.2, 0.1], origin: [0.25, "
                "-0.1, 0.1], cells: [1, 1, 1], element: tet4}\n        material: {type: stvk, "
                "young: 20 kPa, poisson: 0.3, density: 500}\n");
        REQUIRE(run.run() == 0);
        return run.table("out/scene-all-bar-probe.csv");
    };
    const Table full = probe_with(""),
                reduced = probe_with("        reduction: {" + all_modes + "}\n");
    CHECK(norm(full) > 0.5);
    CHECK(largest_difference(full, reduced) < 1e-8);
}
