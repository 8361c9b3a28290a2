/// What couplings (contact) add to the boundary's stiffness, as seen from rest: their blocks,
/// turned back by the skin's rotations, R_*' K_c R_*, at the rows of the boundary's matrix.
#pragma once

#include <sinew/mechanics/system/tangent.hpp>

#include "split_stiffness.hpp"

namespace sinew::steklov {

/// Blocks at coordinates of the surface; those at held nodes are left out, and those of one place
/// are one sum. `rotations`: one a free node, or none.
BlockRows coupled_rows(const std::vector<CouplingBlock>& coupled, const NodeSets& sets,
                       const NodeRotations& rotations);

}  // namespace sinew::steklov
