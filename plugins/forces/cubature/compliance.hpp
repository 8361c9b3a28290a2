/// The norm in which forces in a subspace are compared: that of the displacements they would make.
///
/// At a pose with stiffness K, K Z = M Z diag(lambda), Z'MZ = I, a force that is wrong by df moves
/// the equilibrium by dq = K^-1 df, whose mass norm is |diag(1/lambda) Z'df|. In the norm of df
/// itself stiff directions rule, which hardly move, and soft ones, which make the motion, are free
/// to be wrong.
#pragma once

#include "training_body.hpp"

namespace sinew::cubature {

/// Compliance of a body at one pose.
struct Compliance {
    /// r x r: its product with a force is as long as the displacement, in the norm of mass.
    Eigen::MatrixXd rows;
    /// The pose is an equilibrium under the force that holds it, and far from buckling: no
    /// direction is softer than a tenth of the softest at rest.
    bool is_stable = false;
};

/// The compliance with stiffness K at the pose, r x r and symmetric [1/s^2]. No direction counts as
/// softer than the softest is at rest, so that poses about to buckle are no more than soft.
Compliance compliance(const TrainingBody& body, const Eigen::MatrixXd& K);

}  // namespace sinew::cubature
