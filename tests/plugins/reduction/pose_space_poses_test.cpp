// What bases of reduction/pose_space have of each pose (contacts, moduli, rotations), beside full
// space.
#include <algorithm>
#include <array>
#include <cmath>

#include "rigged_bar.hpp"

using namespace sinew::test;

TEST_CASE("pose space: a run goes on from a checkpoint bit by bit") {
    const EmptyCache cache;
    Bar bar = GENERATE(Bar(), on_root());
    bar.reduction = modes_12;
    bar.solver = "type: implicit_euler, damping: {mass: 0.1, stiffness: 0.01}";
    probe_of_continued(bar);
}

TEST_CASE("pose space: few nodes and few elements move as all of both") {
    const EmptyCache cache;
    Bar bar;
    const Table rigid = rigid_motion(bar);
    bar.reduction = modes_12;
    const Table all = probe_of(bar);
    bar.reduction += ", inertia: {tolerance: 0.03}, forces: {type: cubature, tolerance: 0.02}";
    const Table few = probe_of(bar);
    const double secondary = norm(all, &rigid);
    CHECK(norm(all, &few) < 0.08 * secondary);
    const nlohmann::json body = report_of(bar, 0)["solvers"]["/bar"]["bodies"].at(0)["reduction"];
    CHECK(body["inertia"]["nodes"] < body["inertia"]["of_nodes"]);
    CHECK(body["inertia"]["training_error"] <= 0.03);

    // A run of it goes on bit by bit, and does not depend on the number of threads.
    const Table whole = probe_of_continued(bar);
    const int threads = omp_get_max_threads();
    omp_set_num_threads(1);
    const Table alone = probe_of(bar);
    omp_set_num_threads(threads);
    CHECK(alone == whole);
}

TEST_CASE("pose space: with all modes and moduli of poses it is the body in full space") {
    const EmptyCache cache;
    Bar bar = small_bar();
    const std::string moduli = ", young: 150 kPa, poisson: 0.4}]";
    bar.poses = "poses: [{parameters: [0.8]" + moduli;
    bar.rig = "type: bend, from: -0.3, to: 0.3, angle: " +
              GENERATE(as<std::string>(), "0.8", "-0.3", "0.35");
    const Table full = probe_of(bar);
    Bar plain = bar;
    plain.poses = "poses: [{parameters: [0.8]}]";
    CHECK(largest_difference(full, probe_of(plain)) > 1e-3);
    bar.reduction = all_modes;
    CHECK(largest_difference(full, probe_of(bar)) < 1e-8);
}

TEST_CASE("pose space: moduli of poses, with few elements, move as all of them") {
    const EmptyCache cache;
    Bar bar;
    bar.young = "200 kPa";
    bar.poses =
        "poses: [{parameters: [1.2], young: 600 kPa}, {parameters: [-1.2], paint: [{where: {box: "
        "{min: [0, -1, -1], max: [1, 1, 1]}}, young: 500 kPa, poisson: 0.4}]}]";
    bar.loads = "{type: gravity}";
    const Table full = probe_of(bar);
    Bar soft = bar;
    soft.poses = "poses: [{parameters: [1.2]}, {parameters: [-1.2]}]";
    const Table rigid = rigid_motion(soft);
    const double secondary = norm(full, &rigid);
    CHECK(norm(probe_of(soft), &full) > 0.2 * secondary);
    bar.reduction = modes_12;
    const Table reduced = probe_of(bar);
    CHECK(norm(full, &reduced) < 0.12 * secondary);
    bar.reduction += ", forces: {type: cubature, tolerance: 0.01}";
    const Table sampled = probe_of_continued(bar);
    CHECK(norm(reduced, &sampled) < 0.05 * secondary);
    CHECK(norm(reduced, &sampled) > 1e-9);
}

TEST_CASE("pose space: mixed un-rotated, with all modes it is the body in full space") {
    const EmptyCache cache;
    Bar bar = small_bar(on_root());
    const Table full = probe_of(bar);
    bar.reduction =
        "type: pose_space, interpolation: rotated, basis: {type: linear_modes, modes: 48}";
    CHECK(largest_difference(full, probe_of(bar)) < 1e-8);
}

TEST_CASE("pose space: mixed un-rotated, vectors stay long between poses that are far apart") {
    const EmptyCache cache;
    Bar bar;
    bar.rig = "type: bend, from: -0.3, to: 0.3, angle: {expr: \"2.4*sin(4*t)\"}";
    bar.poses = "poses: [{parameters: [2.4]}, {parameters: [-2.4]}]";
    bar.loads = "{type: gravity}";
    const Table full = probe_of(bar);
    bar.reduction = modes_12;
    const auto shrinking = [&] {
        return report_of(bar, 0)["solvers"]["/bar"]["bodies"]
            .at(0)["reduction"]["least_norm_of_mixed_vectors"]
            .get<double>();
    };
    const double plain = shrinking();
    const Table as_they_are = probe_of(bar);
    bar.reduction += ", interpolation: rotated";
    CHECK(shrinking() > plain);
    const Table whole = probe_of_continued(bar);
    CHECK(norm(full, &whole) < norm(full, &as_they_are));
    const int threads = omp_get_max_threads();
    omp_set_num_threads(1);
    const Table alone = probe_of(bar);
    omp_set_num_threads(threads);
    CHECK(alone == whole);
    bar.reduction += ", inertia: {tolerance: 0.1}";
    CHECK(mistake_of(bar).starts_with("inertia by few nodes is of bases that are mixed as they"));
}

TEST_CASE("pose space: a pose is proposed where the clip is furthest from those there are") {
    const EmptyCache cache;
    Bar bar;
    bar.rig = "type: bend, from: -0.3, to: 0.3, angle: {expr: \"2*t\"}";
    const auto gaps_of = [&](const std::string& poses) {
        bar.poses = poses;
        bar.reduction =
            "type: pose_space, basis: {type: linear_modes, modes: 12}, propose: {every: 0.125 s}";
        return report_of(bar, 0)["solvers"]["/bar"]["bodies"].at(0)["reduction"]["gaps"];
    };
    const auto largest = [](const nlohmann::json& gaps) {
        return *std::max_element(gaps.begin(), gaps.end(), [](const auto& a, const auto& b) {
            return a["gap"].template get<double>() < b["gap"].template get<double>();
        });
    };
    const nlohmann::json few = gaps_of("poses: [{parameters: [2]}]");
    REQUIRE(few.size() == 9);
    // At 0 and 1 s there is a pose.
    CHECK(few[0]["gap"].get<double>() < 1e-5);
    CHECK(few[8]["gap"].get<double>() < 1e-5);
    const nlohmann::json most = largest(few);
    CHECK(most["gap"].get<double>() > 0.02);
    const double t = most["time"];
    CHECK(t > 0.2);
    CHECK(t < 0.8);
    const nlohmann::json more =
        gaps_of("poses: [{parameters: [2]}, {time: " + std::to_string(t) + "}]");
    CHECK(more[int(std::lround(8 * t))]["gap"].get<double>() < 1e-5);
    CHECK(largest(more)["gap"].get<double>() < 0.5 * most["gap"].get<double>());
}

TEST_CASE("pose space: vectors of regions are aligned region by region") {
    const EmptyCache cache;
    Bar bar;
    const Table full = probe_of(bar);
    const Table rigid = rigid_motion(bar);
    bar.reduction =
        "type: pose_space, basis: {type: localized, global: 4, regions: [{name: left, from: [-0.4, "
        "0, 0], modes: 3, size: 6}, {name: right, from: [0.4, 0, 0], modes: 3, size: 6}]}";
    const Table reduced = probe_of(bar);
    CHECK(norm(full, &reduced) < 0.15 * norm(full, &rigid));
}

TEST_CASE("pose space: with all modes of every pose, motion between poses is that of full space") {
    const EmptyCache cache;
    Bar bar = small_bar();
    bar.rig = "type: bend, from: -0.3, to: 0.3, angle: {expr: \"1.2*sin(9*t)\"}";
    const Table full = probe_of(bar);
    bar.reduction = all_modes;
    const Table reduced = probe_of(bar);
    CHECK(largest_difference(reduced, full) < 1e-8);
    bar.reduction = all_modes + ", basis_rate: neglected";  // as published
    CHECK(largest_difference(probe_of(bar), full) > 1e-3);
}

namespace {

/// A bar that is bent to a ring, and pressed on the outer side of one end, at 9 mm from the other.
struct PressedRing {
    /// Displacements of the two tips towards each other at the end. `contacts`: empty, or what
    /// follows their distance.
    std::array<double, 2> tips(const std::string& pressure, const std::string& contacts) {
        Bar bar;
        bar.rig = "type: bend, from: -0.3, to: 0.3, angle: 3.7";
        bar.poses = "poses: [{parameters: [3.7]}]";
        bar.cells = "20, 3, 3";
        bar.solver = "type: static, linear: {type: lu}";
        bar.loads = "{type: pressure, pressure: " + pressure +
                    ", where: {box: {min: [0.3, -1, -0.11], max: [1, 1, -0.09]}}}";
        bar.outputs =
            "{type: probe, name: tips, at: [[0.5, 0, 0.1], [-0.5, 0, 0.1]], quantities: "
            "[secondary]}";
        bar.reduction = "type: pose_space, basis: {type: linear_modes, modes: 15}" +
                        (contacts.empty() ? "" : ", contacts: {distance: 2 cm, " + contacts + "}");
        const SmallRun run("scene", bar.text());
        REQUIRE(run.run() == 0);
        reduction =
            nlohmann::json::parse(run.bytes("out/run.json"))["solvers"]["/bar"]["bodies"].at(
                0)["reduction"];
        const std::vector<double> last = run.table("out/scene-tips.csv").back();
        return {last[1], last[4]};
    }

    const EmptyCache cache;
    nlohmann::json reduction;  ///< of the last run, from run.json
};

}  // namespace

TEST_CASE("pose space: what touches at a pose stays in contact under load, and goes together") {
    PressedRing ring;
    const auto tips = [&](const std::string& contacts) {
        const std::array<double, 2> moved = ring.tips("60 Pa", contacts);
        if (!contacts.empty()) {
            CHECK(ring.reduction["vertices_in_contact"][0] == 0);
            CHECK(ring.reduction["vertices_in_contact"][1] > 7);
        }
        return moved;
    };
    const auto [loose, other] = tips("");
    CHECK(loose < -1e-3);
    CHECK(std::abs(other) < 1e-5);
    const auto [pushing, pushed] = tips("motion: together");
    CHECK(pushing < -2e-4);
    CHECK(pushed == Approx(pushing).epsilon(0.02));
    const auto [fixed, as_well] = tips("motion: fixed");
    CHECK(std::abs(fixed) + std::abs(as_well) < 1e-9);
}

TEST_CASE("pose space: unilateral contacts push when they are pressed, and let go") {
    PressedRing ring;
    const std::string unilateral = "motion: unilateral", stiff = unilateral + ", penalty: 1000";
    for (const std::string pressure : {"-600 Pa", "400 Pa"}) {
        const auto [free, other] = ring.tips(pressure, "");
        const auto [near, far] = ring.tips(pressure, unilateral);
        CHECK(std::abs(free) > 8e-3);
        CHECK(near == Approx(free).epsilon(1e-9));
        CHECK(std::abs(far - other) < 1e-9);
    }
    const auto [free, other] = ring.tips("600 Pa", "");
    const auto [pressing, pressed] = ring.tips("600 Pa", stiff);
    CHECK(pressing > 0.9 * free);
    CHECK(pressed < -2e-3);
    CHECK(pressing - pressed == Approx(-9.3e-3).epsilon(0.02));
    const auto [pressing_more, pressed_more] = ring.tips("800 Pa", stiff);
    CHECK(pressed_more < 1.5 * pressed);
    CHECK(pressing_more - pressed_more == Approx(pressing - pressed).epsilon(0.02));
}

TEST_CASE("pose space: a run in unilateral contact goes on from a checkpoint bit by bit") {
    const EmptyCache cache;
    Bar bar;
    bar.loads = "{type: gravity}";
    bar.reduction = modes_12 +
                    ", contacts: {distance: 1 mm, motion: unilateral, planes: [{point: [0, 0, "
                    "-0.1]}]}";
    const Table touching = probe_of_continued(bar);
    bar.reduction = modes_12;
    CHECK(largest_difference(touching, probe_of(bar)) > 1e-3);
}

TEST_CASE("pose space: one basis for all poses is the principal components of theirs") {
    const EmptyCache cache;
    Bar bar = small_bar();
    bar.reduction = all_modes;
    const Table own = probe_of(bar);
    bar.reduction = all_modes + ", common: 48";
    CHECK(largest_difference(own, probe_of(bar)) < 1e-8);
    bar.reduction = all_modes + ", common: 49";
    CHECK_THAT(mistake_of(bar), Catch::Contains("span 48 dimensions"));
    bar.reduction = all_modes + ", common: 3, interpolation: rotated";
    CHECK_THAT(mistake_of(bar), Catch::Contains("stays as it is"));
    bar.reduction = all_modes + ", common: 3, propose: {every: 0.1 s}";
    CHECK_THAT(mistake_of(bar), Catch::Contains("`propose`"));
    bar.reduction = modes_12 + ", contacts: {distance: 1 mm}";
    CHECK_THAT(report_of(bar, 0)["warnings"].dump(), Catch::Contains("in contact at any"));
    bar.reduction = modes_12 + ", contacts: {distance: 1 cm, penalty: 3}";
    CHECK_THAT(mistake_of(bar), Catch::Contains("`penalty`"));
    bar.reduction = modes_12 + ", contacts: {distance: 1 cm, planes: [{normal: [0, 0, 0]}]}";
    CHECK_THAT(mistake_of(bar), Catch::Contains("has no length"));
}
