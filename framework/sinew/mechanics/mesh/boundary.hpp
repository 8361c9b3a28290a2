/// The skin of a volume mesh.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

namespace sinew {

/// Triangles over nodes of the volume mesh (tet10 faces become 4 triangles, hex8 faces 2), each
/// with the element it belongs to. Outward oriented.
struct Boundary {
    Eigen::MatrixXi triangles;            ///< 3 x n, node numbers of the volume mesh
    std::vector<int> element;             ///< of each triangle, in the volume mesh
    std::vector<std::vector<int>> faces;  ///< whole faces (3, 6 or 4 nodes), for surface loads
    std::vector<int> face_element;        ///< of each face
    std::vector<int> nodes;               ///< sorted node numbers on the skin
};

/// Finds the skin: the faces that belong to one element alone.
Boundary boundary(const VolumeMesh& mesh);
/// The skin's triangles, numbered by its own nodes: 3 x n.
Eigen::MatrixXi skin_triangles(const Boundary& skin);
/// The skin as a surface of its own, whose point k is node skin.nodes[k] of `nodes`, 3 x n_nodes
/// [m].
SurfaceMesh skin_surface(const Boundary& skin, const Points& nodes);

}  // namespace sinew
