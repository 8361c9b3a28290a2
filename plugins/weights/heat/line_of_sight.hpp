/// Tests whether a point inside a body is visible from its skin.
#pragma once

#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

namespace sinew {

/// Lines of sight in a mesh of tet4, which is kept by reference.
class LineOfSight {
public:
    LineOfSight(const VolumeMesh& mesh, const Boundary& skin);

    /// True if the straight line from a node of the skin to a point stays inside the body. It may
    /// run along flat parts of the skin, and end on the skin.
    bool is_clear(int node, const Eigen::Vector3d& to) const;

private:
    /// True if the direction leads into one of the tetrahedra at the node.
    bool leads_inside(int node, const Eigen::Vector3d& direction) const;
    bool crosses(int triangle, int node, const Eigen::Vector3d& way) const;

    const VolumeMesh& mesh_;
    Eigen::MatrixXi triangles_;
    std::vector<std::vector<int>> elements_at_;  ///< of each node
    BoxTree tree_;
};

}  // namespace sinew
