/// Contribution of couplings (contact) to the boundary's stiffness, as seen from rest: their
/// blocks, rotated back by the skin's rotations, R_*' K_c R_*, at the rows of the boundary's
/// matrix.
#pragma once

#include <sinew/mechanics/system/tangent.hpp>

#include "split_stiffness.hpp"

namespace sinew::steklov {

/// Blocks at degrees of freedom of the surface; those at constrained nodes are left out, and those
/// of one position are one sum. `rotations`: one a free node, or none.
BlockRows coupled_rows(const std::vector<CouplingBlock>& coupled, const NodeSets& sets,
                       const NodeRotations& rotations);

/// |b - a| / |a|, with Frobenius' norm of all blocks; as many rows each.
double relative_change(const BlockRows& a, const BlockRows& b);

}  // namespace sinew::steklov
