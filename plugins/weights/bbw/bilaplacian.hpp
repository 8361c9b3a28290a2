/// The energy that bounded biharmonic weights minimise.
///
///     E(w) = 1/2 w'Q w,     Q = L M^-1 L     [1/m]
///
/// L is the stiffness of the Laplacian with linear elements (the cotangent formula in tetrahedra),
/// M the lumped mass. Q 1 = 0, and w'Qw is the integral of (Laplacian w)^2 with natural conditions
/// on the boundary.
///
/// Jacobson, Baran, Popovic & Sorkine, Bounded biharmonic weights for real-time deformation, ACM
/// TOG 30(4), 2011, section 3.
#pragma once

#include <Eigen/SparseCore>
#include <sinew/mechanics/mesh/mesh_data.hpp>

namespace sinew::bbw {

using Sparse = Eigen::SparseMatrix<double>;

/// A quarter of the volume of the elements around each node [m^3]. Throws ComputationError at an
/// element without volume.
Eigen::VectorXd lumped_volumes(const VolumeMesh& tets);
/// Q of a volume_laplacian, both halves, symmetric to the last bit. Nodes without mass have empty
/// rows.
Sparse bilaplacian(const Sparse& laplacian, const Eigen::VectorXd& mass);

/// The number of the connected piece that each node is in; pieces count from 0.
std::vector<int> pieces(const Sparse& laplacian);

}  // namespace sinew::bbw
