/// Shape functions and quadrature of the elements.
#pragma once

#include <sinew/mechanics/mesh/mesh.hpp>
#include <vector>

namespace sinew {

/// Points xi (3 x n_points, in the reference element) and weights (their sum is the reference
/// volume).
struct Quadrature {
    Eigen::Matrix3Xd points;
    Eigen::VectorXd weights;
};

/// tet4: 1 point; tet10: 4 points (degree 2) for forces and 15 (degree 5) where more is asked;
/// hex8: 2x2x2 and 3x3x3. `degree` is the polynomial degree that must be integrated exactly on a
/// straight element.
Quadrature quadrature(ElementType type, int degree);
int force_degree(ElementType type);  ///< what the displacement formulation uses
int mass_degree(ElementType type);   ///< exact for the consistent mass of a straight element

/// Values N_a(xi), one per node.
Eigen::VectorXd shape(ElementType type, const Eigen::Vector3d& xi);
/// Gradients dN_a/dxi, nodes x 3.
Eigen::MatrixX3d shape_gradient(ElementType type, const Eigen::Vector3d& xi);
/// Coordinates of the reference element's nodes, 3 x nodes.
Eigen::Matrix3Xd reference_nodes(ElementType type);
/// Local node numbers of each face, outward by the right hand: 3 (tet4), 6 (tet10: corners then
/// midpoints), 4 (hex8).
const std::vector<std::vector<int>>& faces(ElementType type);

}  // namespace sinew
