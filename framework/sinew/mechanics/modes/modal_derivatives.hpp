/// Modal derivatives: the change of vibration modes as the body deforms along them.
#pragma once

#include <sinew/mechanics/modes/eigenmodes.hpp>

namespace sinew {

/// dK/du along `direction`, at rest, by Richardson's extrapolation of central differences: exact to
/// round-off if forces are cubic in u (StVK), else to about 1e-10 of it. Throws ComputationError
/// if the body cannot be deformed by a strain of 1e-3.
BlockMatrix stiffness_derivative(const FullBody& full, const Vector& direction);

/// Phi_ij = Phi_ji, derivative of K(p Psi_j)^-1 K(0) Psi_i with respect to p:
///
///     K Phi_ij = -(H : Psi_j) Psi_i
///
/// Columns: for each j those with i <= j. The pencil has no rigid motions.
Eigen::MatrixXd static_derivatives(const ModalPencil& pencil, const Eigen::MatrixXd& modes);

/// Phi_ij, derivative of mode i of K(p Psi_j) with respect to p, without its rigid part:
///
///     (K - lambda_i M) Phi_ij = (M E E' - I) (H : Psi_j) Psi_i,     E' M Phi_ij = 0
///
/// where E are the modes of eigenvalue lambda_i (Psi_i and those that repeat it). The first k modes
/// of `modes` are used; there may be more, which make it faster. Columns: for each i all j.
Eigen::MatrixXd inertial_derivatives(const ModalPencil& pencil, const Eigenmodes& modes, Index k);

}  // namespace sinew
