/// A law seen through the rotations that a rig gives: Psi(F) = psi(R'F), or psi(sym(R'F)).
///
/// With G = R'F and p = dpsi/dG,
///
///     P(F)   = R p(G)                     dP(F)H = R dp(G)[R'H]
///
/// and, where only the symmetric part S = sym(G) counts,
///
///     P(F)   = R sym(p(S))                dP(F)H = R sym(dp(S)[sym(R'H)])
///
/// S is the stretch s = [R]^-1 vec(F) of Song et al. 2023 (eq. 12): the 9 x 6 block [R], which
/// takes the six numbers of a symmetric S to the nine of R S, has the pseudo-inverse F -> sym(R'F),
/// since
/// ||R S - F|| = ||S - R'F|| is least there.
#pragma once

#include <memory>
#include <sinew/mechanics/material/material.hpp>
#include <sinew/mechanics/rig/element_rotations.hpp>

namespace sinew {

enum class RotatedStrain { full, symmetric };

/// `law`: of G or S, bound to elements in the order of `rotations`.
std::unique_ptr<PointLaw> rotated_law(std::unique_ptr<PointLaw> law, ElementRotations rotations,
                                      RotatedStrain strain);

}  // namespace sinew
