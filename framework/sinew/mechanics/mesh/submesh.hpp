/// A part of a mesh as a mesh.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <span>
#include <vector>

namespace sinew {

/// A part of a mesh, and the nodes of the whole that it uses.
struct Submesh {
    VolumeMesh mesh;
    std::vector<int> nodes;  ///< number in the whole mesh of each node, ascending
};

/// The given elements, all different, in this order, with the nodes they use. Element and node
/// arrays and sets come with them (sets that lose all they hold stay, empty), so that fields of
/// materials fit the part as they fit the whole. Nodes keep their order.
Submesh submesh(const VolumeMesh& whole, std::span<const int> elements);

}  // namespace sinew
