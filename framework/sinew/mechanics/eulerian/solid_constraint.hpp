/// A Dirichlet condition on the material of a solid, at whatever nodes of the grid it is.
#pragma once

#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/eulerian/eulerian_solid.hpp>
#include <sinew/mechanics/grid/node_conditions.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>

namespace sinew {

/// Nodes of the body's mesh that are constrained stand for the faces of elements between them, and
/// for themselves; nodes of the grid are constrained where the material at them was within half a
/// cell of these at rest.
class SolidConstraint {
public:
    /// All must outlive this; the constraint is not oblique.
    SolidConstraint(const Grid& grid, EulerianSolid& solid, const Constraint& constraint);

    /// Prescribes velocities by which the constrained material comes to where it is to be at time t
    /// [s], dt [s] from now.
    void add(double t, double dt, NodeConditions& conditions);

private:
    void find_faces();
    Points velocities(double t, double dt) const;

    Grid grid_;
    EulerianSolid& solid_;
    const Constraint& constraint_;
    std::vector<ConstrainedNode> nodes_;  ///< at the present time
    std::vector<int> selected_;           ///< their numbers, for which the faces are
    std::vector<Eigen::Vector3i> faces_;  ///< by places in nodes_; three times the same: a node
    BoxTree tree_;
};

}  // namespace sinew
