// Secondary motion on rigs in a subspace of the pose, beside full space, through the plugins.
#include <omp.h>

#include "rigged_bar.hpp"

using namespace sinew::test;

TEST_CASE("pose space: on a rig at rest, one pose is reduction/subspace") {
    const EmptyCache cache;
    Bar bar;
    bar.rig = "type: bend, from: -0.3, to: 0.3, angle: 0";
    bar.poses.clear();
    bar.loads =
        "{type: gravity}, {type: pressure, pressure: 50 Pa, where: {box: {min: [0.4, -1, "
        "-1], max: [1, 1, 1]}}}";
    bar.solver = GENERATE("type: implicit_newmark, damping: {mass: 0.3, stiffness: 0.01}",
                          "type: static", "type: implicit_euler");
    bar.solver += ", linear: {type: lu}";  // of the pressure
    CAPTURE(bar.solver);
    bar.reduction = modes_12;
    std::string plain = bar.text();
    const std::string formulation = "    formulation: {type: posed}\n", type = "pose_space";
    plain.erase(plain.find(formulation), formulation.size());
    plain.replace(plain.find(type), type.size(), "subspace");
    const SmallRun run("scene", plain);
    REQUIRE(run.run() == 0);
    const Table x = run.table("out/scene-bar-probe.csv");
    REQUIRE(std::abs(x.back()[3]) > 1e-3);
    CHECK(largest_difference(x, probe_of(bar)) < 1e-10);
}

TEST_CASE(
    "pose space: with all modes it is the body in full space while the root moves and turns") {
    const EmptyCache cache;
    Bar bar = on_root();
    bar.cells = "4, 1, 1";
    bar.loads = "{type: gravity}";
    bar.solver = "type: implicit_euler, newton: {tolerance: 1e-11}";
    // Linear blend has its inertia in closed form.
    bar.poses = GENERATE("blend: linear", "blend: dual_quaternion");
    const Table full = probe_of(bar);
    // Five cross-sections of four nodes, of which one is fixed.
    bar.reduction = "type: pose_space, basis: {type: linear_modes, modes: 48}";
    CHECK(largest_difference(full, probe_of(bar)) < 1e-8);
}

TEST_CASE("pose space: energies and the factor on inertia are those of full space, too") {
    const EmptyCache cache;
    Bar bar = on_root();
    bar.cells = "4, 1, 1";
    bar.poses = "inertia: 1.7";
    bar.loads = "{type: gravity}";
    bar.solver = "type: implicit_euler, newton: {tolerance: 1e-11}";
    bar.outputs = "{type: energy}";
    const auto tables_of = [](const Bar& one) {
        const SmallRun run("scene", one.text());
        REQUIRE(run.run() == 0);
        return std::pair{run.table("out/scene-bar-probe.csv"),
                         run.table("out/scene-bar-energy.csv")};
    };
    const auto [x, energies] = tables_of(bar);
    bar.reduction = "type: pose_space, basis: {type: linear_modes, modes: 48}";
    const auto [y, of_reduced] = tables_of(bar);
    CHECK(largest_difference(x, y) < 1e-8);
    REQUIRE(norm(energies) > 10);
    CHECK(norm(energies, &of_reduced) < 1e-7 * norm(energies));
}

TEST_CASE("pose space: a constant velocity of the root changes nothing") {
    const EmptyCache cache;
    Bar bar = on_root();
    bar.rig =
        "type: skeleton, at_end: hold, joints: [{name: a, at: [0, 0, 0], tail: [1, 0, 0], "
        "keyframes: [{time: 0 s}, {time: 1 s, move: [3, -1, 2]}]}]";
    bar.reduction = modes_12;
    const Table x = probe_of(bar);
    const double move[] = {3, -1, 2};
    for (const auto& row : x)
        for (std::size_t k = 1; k < row.size(); ++k)
            CHECK(std::abs(row[k] - x.front()[k] - move[(k - 1) % 3] * row[0]) < 1e-9);
}

TEST_CASE("pose space: the motion is that of full space but for a few modes") {
    const EmptyCache cache;
    Bar bar;
    const Table full = probe_of(bar);
    const Table rigid = rigid_motion(bar);
    const double secondary = norm(full, &rigid);
    REQUIRE(secondary > 0.1 * norm(full) / std::sqrt(double(full.size())));
    bar.reduction = modes_12;
    const Table reduced = probe_of(bar);
    CHECK(norm(full, &reduced) < 0.1 * secondary);
    // A cubature whose bodies come to rest within 1 % of where they should moves as all elements.
    bar.reduction += ", forces: {type: cubature, tolerance: 0.01}";
    const Table sampled = probe_of(bar);
    CHECK(norm(reduced, &sampled) < 0.05 * secondary);
    CHECK(norm(reduced, &sampled) > 1e-9);
}

TEST_CASE("pose space: inertia by few nodes follows a root that moves and turns as it likes") {
    const EmptyCache cache;
    Bar bar = on_root();
    bar.reduction = modes_12;
    const Table all = probe_of(bar);
    // Deformed so little that what a turning root adds to the deformation is small beside it.
    bar.young = "60 MPa";
    const Table stiff_all = probe_of(bar);
    bar.reduction += ", inertia: {tolerance: 0.1}";
    const Table stiff_few = probe_of(bar);
    CHECK(largest_difference(stiff_all, stiff_few) < 1e-5);
    bar.young = "60 kPa";
    const Table few = probe_of(bar);
    CHECK(norm(all, &few) < 0.02 * norm(all, &stiff_all));
}

TEST_CASE("pose space: errors of few elements and nodes are reported, and change nothing") {
    const EmptyCache cache;
    Bar bar;
    bar.loads = "{type: gravity}";
    bar.reduction = modes_12;
    const auto check_of = [&] {
        return report_of(bar, 0)["solvers"]["/bar"]["bodies"].at(0)["reduction"]["check"];
    };
    CHECK(check_of().is_null());
    bar.reduction += ", check: {every: 5}";
    const nlohmann::json exact = check_of();
    CHECK(exact["every"] == 5);
    CHECK(exact["forces"]["checks"] > 5);
    CHECK(exact["inertia"]["checks"] > 3);
    CHECK(exact["forces"]["largest"] < 1e-12);
    CHECK(exact["inertia"]["largest"] < 1e-12);
    bar.reduction =
        modes_12 + ", inertia: {tolerance: 0.05}, forces: {type: cubature, tolerance: 0.02}";
    const Table unchecked = probe_of(bar);
    bar.reduction += ", check: {every: 5}";
    CHECK(probe_of_continued(bar) == unchecked);
    const nlohmann::json few = check_of();
    for (const char* force : {"forces", "inertia"}) {
        CAPTURE(force);
        CHECK(few[force]["largest"] > 1e-4);
        CHECK(few[force]["largest"] >= few[force]["mean"]);
        CHECK(few[force]["mean"] > 1e-5);
        CHECK(few[force]["mean"] < 0.3);
        CHECK(few[force]["at"] > 0);
    }
}

TEST_CASE("pose space: the report says how poses were aligned") {
    const EmptyCache cache;
    Bar bar;
    bar.reduction = modes_12;
    const nlohmann::json body = report_of(bar, 0)["solvers"]["/bar"]["bodies"].at(0)["reduction"];
    CHECK(body["poses"] == 3);
    REQUIRE(body["alignment"].size() == 2);
    for (const auto& branch : body["alignment"]) {
        CHECK(branch["onto"] == 0);
        CHECK(branch["largest_angle"] > 0);
        CHECK(branch["largest_angle"] < 90);
    }
    CHECK(body["least_norm_of_mixed_vectors"] > 0.1);
    CHECK(body["least_norm_of_mixed_vectors"] < 1);
}

TEST_CASE("pose space: what does not fit is reported") {
    const EmptyCache cache;
    Bar bar;
    bar.reduction = modes_12;
    const auto with = [&](auto&& change) {
        Bar other = bar;
        change(other);
        return mistake_of(other);
    };
    CHECK(with([](Bar& b) { b.reduction += ", forces: {type: stvk_polynomial}"; }) ==
          "stvk_polynomial cannot follow a rest shape that moves");
    CHECK(with([](Bar& b) {
              b.reduction +=
                  ", forces: {type: cubature, poses: {type: snapshots, snapshots: "
                  "run.pvd}}";
          }).starts_with("forces/cubature of a rest shape that moves is trained at poses"));
    CHECK(with([](Bar& b) {
              b.reduction =
                  "type: pose_space, basis: {type: linear_modes, modes: 12, artifact: basis.h5}";
          }) == "one `artifact` cannot hold the bases of 3 poses");
    CHECK(with([](Bar& b) { b.solver = "type: central_difference"; }).find("is not diagonal") !=
          std::string::npos);
    CHECK(with([](Bar& b) {
              b.cells = "8, 1, 1";  // of which each end has 36 degrees of freedom
              b.reduction =
                  "type: pose_space, basis: {type: localized, regions: [{name: a, from: [-0.25, 0, "
                  "0], modes: 20}, {name: b, from: [-0.5, 0, 0], modes: 20}, {name: c, from: "
                  "[0.4, 0, 0], modes: 3}]}";
          }) == "vectors of basis/localized depend on each other at pose 0");
    CHECK(with([](Bar& b) {
              b.reduction =
                  "type: pose_space, basis: {type: static_modes, accelerations: true, "
                  "modes: 3}";
          }).starts_with("basis/static_modes is of points where the mesh of the body is"));
    for (const char* other :
         {"common: 3", "alignment: none", "contacts: {distance: 0.01}", "propose: {every: 0.5 s}"})
        CHECK(with([&](Bar& b) { b.reduction = modes_12 + ", vectors: of_neutral, " + other; }) ==
              "all poses have vectors of the neutral one, and `" +
                  std::string(other).substr(0, std::string(other).find(':')) +
                  "` is about their own");
    CHECK(with([](Bar& b) { b.reduction = modes_12 + ", common: 3, alignment: procrustes"; }) ==
          "one basis for all poses is not aligned, and `common` takes one");
    CHECK(with([](Bar& b) { b.reduction = modes_12 + ", propose: {every: 1 ms}"; }) ==
          "`every` is 0.001 s, and the steps of the scene 0.02 s");
    std::string free = bar.text();
    free.erase(free.find("    constraints:"),
               free.find("    formulation:") - free.find("    constraints:"));
    const SmallRun run("scene", free);
    CHECK(run.run() == 2);
    CHECK(run.bytes("out/run.json").find("nodes of /bar that are fixed to its rig are too few") !=
          std::string::npos);
    std::string plain = bar.text();
    const std::size_t at = plain.find("    formulation:");
    plain.erase(at, plain.find('\n', at) + 1 - at);
    const SmallRun other("scene", plain);
    CHECK(other.run() == 2);
    CHECK(
        other.bytes("out/run.json").find("reduction/pose_space mixes the bases of a rig's poses") !=
        std::string::npos);
}
