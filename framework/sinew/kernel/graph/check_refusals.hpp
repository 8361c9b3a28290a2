/// Refusals of plugins by their declarations, found in a scene of which nothing is built.
#pragma once

#include <sinew/kernel/graph/scene_graph.hpp>

namespace sinew {

/// Adds an error for each object that another refuses by its description (library/refusal.hpp):
/// those of a node refuse what stands on the node, those in slots that act below what stands there,
/// too. Objects whose type is not known are left out.
void check_refusals(SceneGraph& graph, Diagnostics& diagnostics);

}  // namespace sinew
