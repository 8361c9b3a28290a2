/// A law of the stretch, seen through the rotations that a rig gives: Psi(F) = psi(S), S =
/// sym(R'F).
///
///     P(F)   = R sym(p(S)),    p = dpsi/dS        dP(F)H = R sym(dp(S)[sym(R'H)])
///
/// S is the stretch s = [R]^-1 vec(F) of Song et al. 2023 (eq. 12): the 9 x 6 block [R], which
/// takes the six numbers of a symmetric S to the nine of R S, has the pseudo-inverse F -> sym(R'F),
/// since
/// ||R S - F|| = ||S - R'F|| is least there.
#pragma once

#include <memory>
#include <sinew/mechanics/material/material.hpp>
#include <sinew/mechanics/skinning/element_rotations.hpp>

namespace sinew {

/// `law`: of S, bound to elements in the order of `rotations`.
std::unique_ptr<PointLaw> rotated_law(std::unique_ptr<PointLaw> law, ElementRotations rotations);

}  // namespace sinew
