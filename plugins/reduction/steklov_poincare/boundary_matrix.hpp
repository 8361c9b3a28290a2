/// The boundary's stiffness at rest, sparse: K_bb - M M', M = K_bi L^-T, on pairs of nodes that are
/// few edges apart, along the surface. The absolute values of what each column of M brings
/// elsewhere are moved to the diagonals of both nodes, which keeps the matrix definite; or they are
/// dropped.
///
/// Gao, Mitchell & Sifakis, Steklov-Poincare skinning, 2014, section 6.3, equation 16.
#pragma once

#include "incomplete_factor.hpp"
#include "interior_factor.hpp"
#include "node_sets.hpp"

namespace sinew::steklov {

enum class Discarded { diagonal, dropped };

/// Rows and columns: the free nodes of the surface. `distance`: edges between two nodes that keep
/// their block, by way of free nodes.
BlockRows boundary_pattern(const BlockPattern& mesh, const NodeSets& sets, int distance);

/// Fills in the values; K is the stiffness at rest. The cost is that of a solve with the interior's
/// factor for each of its columns. Bits do not depend on the number of threads.
void fill_boundary_matrix(const BlockMatrix& K, const NodeSets& sets, Discarded discarded,
                          BlockRows& boundary);

}  // namespace sinew::steklov
