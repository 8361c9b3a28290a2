/// Which nodes a bone holds.
#pragma once

#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/rig/bone.hpp>
#include <vector>

namespace sinew::bbw {

/// Mean over the edges of all elements [m].
double mean_edge(const VolumeMesh& tets);

/// The bone that holds each node, -1 where none does: the nodes that are nearest to points along
/// the segments, no farther apart than `spacing` [m], each held by the bone that is nearest to it.
std::vector<int> nearest_nodes(const Points& nodes, const std::vector<Bone>& bones, double spacing);
/// All nodes within the radius of the bone that is nearest to them.
std::vector<int> nodes_within(const Points& nodes, const std::vector<Bone>& bones);

}  // namespace sinew::bbw
