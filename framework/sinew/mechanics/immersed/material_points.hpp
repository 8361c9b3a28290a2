/// Points of a body that stand for its mass on a grid.
#pragma once

#include <sinew/mechanics/body/body.hpp>

namespace sinew {

/// Points of a lattice in the elements of a mesh, which go with them. All have the same volume at
/// rest, and together the mass and the volume of the body.
class MaterialPoints {
public:
    /// The points are `spacing` [m] apart at rest; closer, eight times at most, where fewer would
    /// not have the volume of the body within a fiftieth. Throws InputError, naming no place, if
    /// none is in the body.
    MaterialPoints(const Body& body, double spacing);

    Index size() const { return masses_.size(); }
    /// The mass of each point, constant [kg].
    const Vector& masses() const { return masses_; }
    /// The volume of each point, in a mesh whose nodes are there, 3 x n_nodes [m]; what is inverted
    /// has none [m^3].
    Vector volumes(const Points& positions) const;
    /// Values at the points, 3 x size(), of a field at the nodes of the mesh, 3 x n_nodes.
    Points at(const Points& nodal) const;
    /// Sums over the points by the same weights: forces [N] on the nodes, 3 x n_nodes, of forces on
    /// the points, 3 x size().
    Points on_nodes(const Points& forces) const;

private:
    VolumeMesh mesh_;
    std::vector<int> elements_;
    Eigen::MatrixXi nodes_;  ///< of each point's element; one column a point
    Eigen::MatrixXd weights_;
    Vector per_volume_;  ///< volume of each point at rest per that of its element
    Vector masses_;
};

}  // namespace sinew
