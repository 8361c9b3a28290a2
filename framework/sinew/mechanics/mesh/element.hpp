/// Shape functions and quadrature of the elements.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

namespace sinew {

/// Points xi (3 x n_points, in the reference element) and weights (their sum is the reference
/// volume).
struct Quadrature {
    Eigen::Matrix3Xd points;  ///< xi, 3 x n_points
    Eigen::VectorXd weights;  ///< n_points, > 0
};

/// `degree` (0 to 5) is the polynomial degree that must be integrated exactly on a straight
/// element: in tetrahedra up to 1: 1 point, 2: 4 points, 5: 14 points; in hexahedra the degree in
/// each coordinate, up to 3: 2x2x2 points, 5: 3x3x3. Weights are positive, points inside.
Quadrature quadrature(ElementType type, int degree);
int force_degree(ElementType type);  ///< what the displacement formulation uses
/// Exact for the energy of St. Venant and Kirchhoff, quartic in displacement gradients, on straight
/// elements: degree 4 where these are linear (tet10), and in each coordinate of a parallelepiped
/// (hex8: 27 points).
int stvk_degree(ElementType type);
int mass_degree(ElementType type);  ///< exact for the consistent mass of a straight element

/// Values N_a(xi), one per node.
Eigen::VectorXd shape(ElementType type, const Eigen::Vector3d& xi);
/// Gradients dN_a/dxi, nodes x 3.
Eigen::MatrixX3d shape_gradient(ElementType type, const Eigen::Vector3d& xi);
/// Positions xi of the reference element's nodes, 3 x n_nodes.
Eigen::Matrix3Xd reference_nodes(ElementType type);
/// Local node numbers of each face, outward by the right hand: 3 (tet4), 6 (tet10: corners then
/// midpoints), 4 (hex8).
const std::vector<std::vector<int>>& faces(ElementType type);

}  // namespace sinew
