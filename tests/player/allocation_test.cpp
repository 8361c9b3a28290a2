/// No step of a player takes memory, nor does anything else but opening.

#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/sanitized.hpp>
#include <support/allocations.hpp>

#include "arm_scene.hpp"

#ifndef SINEW_IS_SANITIZED

using namespace sinew;
using namespace sinew::test;

TEST_CASE("player: a step takes no memory, from the first on") {
    BeamScene beam;
    SECTION("gravity") {}
    SECTION("three iterations") {
        beam.solver = "{type: implicit_newmark, newton: {iterations: 3, line_search: false}}";
    }
    SECTION("at rest") {
        beam.loads = "[]";
    }
    SECTION("buckling") {
        beam.loads = "[{type: gravity}, {type: body_force, force: [-2e4, 0, 0]}]";
        beam.basis = "{type: linear_modes, modes: 12}";
    }
    SECTION("sampled elements") {
        beam.material = "{type: neo_hookean, young: 300 kPa, poisson: 0.4}";
        beam.forces =
            "{type: cubature, size: 8, poses: {type: gaussian, count: 30}, unreached: keep}";
    }
    const Exported exported(beam.scene());
    const OpenPlayer player(exported.file());
    Vector q(12), positions(3 * sinew_player_n_nodes(player));
    const double force[3] = {0, 0, 1};
    const long before = n_allocations;
    for (int k = 0; k < 100; ++k) {
        sinew_player_clear_forces(player);
        sinew_player_add_node_force(player, k, force);
        sinew_player_step(player);
        sinew_player_node_positions(player, positions.data());
        sinew_player_internal_forces(player, q.data());
        sinew_player_state(player, q.data(), nullptr, nullptr);
    }
    sinew_player_reset(player);
    CHECK(n_allocations == before);
}

TEST_CASE("player: a step of a body on a rig takes no memory") {
    ArmScene arm;
    SECTION("inertia by few nodes") {}
    SECTION("inertia in closed form") {
        arm.formulation = "{type: posed, blend: linear, poses: [{time: 0.2 s}]}";
        arm.options = "";
    }
    SECTION("a surface of its own") {
        arm.more =
            "    visual: {mesh: {type: isosurface, edge: 6 cm, shape: {box: {min: [0.02, 0.02, "
            "0.02], max: [0.98, 0.18, 0.18]}}}}\n";
    }
    const Exported exported(arm.scene());
    const OpenPlayer player(exported.file());
    Vector points(3 * sinew_player_n_points(player));
    Vector p(12), q(6), positions(3 * sinew_player_n_nodes(player));
    const double force[3] = {0, 0, 0.1};
    int n_failed = 0;
    const long before = n_allocations;
    for (int k = 1; k <= 27; ++k) {
        sinew_player_clip(player, k, p.data());
        sinew_player_set_pose(player, p.data(), 12);
        sinew_player_clear_forces(player);
        sinew_player_add_node_force(player, k, force);
        n_failed += sinew_player_step(player) != SINEW_PLAYER_OK;
        sinew_player_node_positions(player, positions.data());
        sinew_player_point_positions(player, points.data());
        sinew_player_node(player, k, positions.data(), positions.data());
        sinew_player_internal_forces(player, q.data());
    }
    sinew_player_reset(player);
    const long after = n_allocations;
    CHECK(after == before);
    CHECK(n_failed == 0);
}

#endif
