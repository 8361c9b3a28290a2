/// The clock of a scene, whoever asks: a run, or who only validates.
#pragma once

#include <sinew/kernel/run/clock.hpp>

namespace sinew {

class SceneGraph;

/// The clock of the scene's `time:`. Throws InputError, at its place, if it has too many steps;
/// warns through the graph if they are so many that they may be a slip, or if the end is no
/// multiple of the step.
Clock scene_clock(SceneGraph& graph);

}  // namespace sinew
