/// Checks of bodies that a subspace is to move.
#pragma once

#include <sinew/mechanics/basis/full_body.hpp>
#include <sinew/mechanics/formulation/formulation.hpp>

namespace sinew {

/// Throws InputError unless every constraint acts from the start to the end of the run [s], and
/// none holds nodes by springs.
void refuse_windows(const Body& body, const BodyParts& parts, double end);

/// Throws InputError if constraints leave a body no degree of freedom.
void refuse_fully_constrained(const FullBody& full, const BodyParts& parts);

/// Warns, in the name of `whose`, of the part of the scene's initial motion of a body that does not
/// fit into its subspace; motions (3 n_nodes) are `displacement` [m] and `velocity` [m/s]; columns
/// of U (3 n_nodes x r) are mass-orthonormal.
void warn_of_lost_motion(const FullBody& full, const Eigen::MatrixXd& U, const State& motion,
                         const Origin& whose);

}  // namespace sinew
