/// A player beside the solver along the clip of a rig.
#pragma once

#include <catch2/catch.hpp>

#include "arm_scene.hpp"

namespace sinew::test {

inline Vector clip_at(const OpenPlayer& player, long step) {
    Vector p(sinew_player_n_parameters(player));
    REQUIRE(sinew_player_clip(player, step, p.data()) == SINEW_PLAYER_OK);
    return p;
}

/// Steps of player and solver, along the clip, whose states or nodes differ in any bit.
inline int n_different_on_clip(Exported& exported, const OpenPlayer& player, int n_steps) {
    int n = 0;
    for (int k = 1; k <= n_steps; ++k) {
        exported.step();
        const Vector p = clip_at(player, k);
        REQUIRE(sinew_player_set_pose(player, p.data(), int(p.size())) == SINEW_PLAYER_OK);
        if (sinew_player_step(player) != SINEW_PLAYER_OK) FAIL(sinew_player_message(player));
        const State& state = exported.solver().state();
        n += !same_bits(player.state(), state) ||
             player.node_positions() != exported.body().positions(state.q);
    }
    return n;
}

}  // namespace sinew::test
