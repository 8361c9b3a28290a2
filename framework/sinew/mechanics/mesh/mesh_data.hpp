/// Volume meshes of one element type, triangle surfaces, and what a file may hang on them.
#pragma once

#include <cstdint>
#include <Eigen/Core>
#include <Eigen/Geometry>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sinew {

/// Positions of points, one a column [m]. Mapped as a vector it is x0 y0 z0 x1 y1 z1 ...
using Points = Eigen::Matrix3Xd;

/// Elements of a volume mesh: tetrahedra with 4 or 10 nodes, hexahedra with 8.
enum class ElementType { tet4, tet10, hex8 };

/// Node orders: tet4 positively oriented (node 3 on the side that the normal of 0,1,2 by the right
/// hand points to). tet10 adds the edge midpoints 01 12 02 03 13 23 (VTK_QUADRATIC_TETRA). hex8:
/// bottom 0-3 counter-clockwise seen from above, top 4-7 above them (VTK_HEXAHEDRON).
int nodes_per_element(ElementType type);
/// The type as scenes and messages write it: "tet4".
const char* name_of(ElementType type);

/// A volume mesh of one element type, with named sets and arrays of its nodes and elements.
struct VolumeMesh {
    ElementType type = ElementType::tet4;
    Points positions;          ///< 3 x n_nodes, at rest [m]
    Eigen::MatrixXi elements;  ///< nodes_per_element x n_elements

    std::map<std::string, std::vector<int>> node_sets;      ///< node numbers
    std::map<std::string, std::vector<int>> element_sets;   ///< element numbers
    std::map<std::string, Eigen::MatrixXd> node_arrays;     ///< components x n_nodes
    std::map<std::string, Eigen::MatrixXd> element_arrays;  ///< components x n_elements

    Eigen::Index n_nodes() const { return positions.cols(); }
    Eigen::Index n_elements() const { return elements.cols(); }
};

/// A triangle surface.
struct SurfaceMesh {
    Points positions;           ///< 3 x n_points [m]
    Eigen::MatrixXi triangles;  ///< 3 x n_triangles, counter-clockwise seen from outside

    Eigen::Index n_points() const { return positions.cols(); }
    Eigen::Index n_triangles() const { return triangles.cols(); }
};

/// The box of some points [m]; empty (its isEmpty()) if there are none.
Eigen::AlignedBox3d bounding_box(const Points& points);

/// Result of a mesh plugin: a volume, a surface, or a volume with the surface it was made from.
struct MeshData {
    std::optional<VolumeMesh> volume;
    std::optional<SurfaceMesh> surface;
    std::vector<std::string> warnings;  ///< what was left out or repaired, a sentence each
    int n_dropped = 0;  ///< nodes without an element that the reader itself has left out
};

}  // namespace sinew
