/// The nodes at which a bone's weights are prescribed.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/rig/bone.hpp>
#include <vector>

namespace sinew::bbw {

/// Mean over the edges of all elements [m].
double mean_edge(const VolumeMesh& tets);

/// The bone that holds each node, -1 where none does: the nodes that are nearest to points along
/// the segments, no farther apart than `spacing` [m], each held by the bone that is nearest to it.
std::vector<int> nearest_nodes(const Points& nodes, const std::vector<Bone>& bones, double spacing);
/// A node on an edge of a cage: `share` of it goes with one end, the rest with the other.
struct OnCage {
    int node, start, end;  ///< bones
    double share;          ///< of start
};
/// Nodes that are nearest to points along cage edges, so close (a quarter of `spacing` [m]) that
/// none on them is left out, and that nothing holds (-1); of several edges the nearest has them.
/// Their shares are linear along it.
std::vector<OnCage> on_cage(const Points& nodes, const std::vector<Bone>& bones,
                            const std::vector<int>& holder, double spacing);

/// All nodes within the radius of the bone that is nearest to them.
std::vector<int> nodes_within(const Points& nodes, const std::vector<Bone>& bones);

}  // namespace sinew::bbw
