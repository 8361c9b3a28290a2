/// The triangles of a body's skin at rest, for what is nearest to a point.
#pragma once

#include <optional>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>

namespace sinew {

class SkinTriangles {
public:
    /// `mesh`, which must outlive this, and its skin. `flat`: an axis along which the body counts
    /// as endless: triangles across it are left out.
    SkinTriangles(const VolumeMesh& mesh, const Boundary& skin, std::optional<int> flat);

    /// The nodes of the triangle nearest to X [m], and its distance, if it is at most `most` [m].
    struct Nearest {
        Eigen::Vector3i nodes;
        double distance;
    };
    std::optional<Nearest> nearest(const Eigen::Vector3d& X, double most) const;

private:
    double squared_distance(const Eigen::Vector3d& X, std::size_t triangle) const;

    const VolumeMesh* mesh_;
    std::vector<Eigen::Vector3i> triangles_;
    BoxTree tree_;
};

/// Outward normal of a triangle of these nodes at `positions` [m], as long as twice its area.
Eigen::Vector3d area_normal(const Points& positions, const Eigen::Vector3i& nodes);

}  // namespace sinew
