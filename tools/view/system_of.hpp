/// The system that moves a body.
#pragma once

#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/system/body_system.hpp>

namespace sinew::view {

/// The system among those of the graph's solvers; nullptr if none of them steps the body.
BodySystem* system_of(SceneGraph& graph, const Body& body);

}  // namespace sinew::view
