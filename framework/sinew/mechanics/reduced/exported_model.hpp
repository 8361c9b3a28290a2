/// Reduced models for the player.
#pragma once

#include <sinew/kernel/run/archive.hpp>
#include <sinew/kernel/run/clock.hpp>

namespace sinew {

class SceneGraph;

/// The model of a built scene with one reduced body, as docs/player.md describes it: the player
/// takes the steps that `sinew run` takes, bit by bit. `clock`: of the whole run. The body is left
/// at the start. Throws InputError, at its place, for what the player cannot step.
Archive exported_model(SceneGraph& graph, const Clock& clock);

}  // namespace sinew
