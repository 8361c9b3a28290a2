/// Nodes gathered into aggregates, which are the nodes of the next level.
#pragma once

#include <vector>

#include "diagonal_blocks.hpp"

namespace sinew::multigrid {

/// Strength of the coupling of two nodes: the squared Frobenius norm of D_i^-1/2 A_ij D_j^-1/2, one
/// a block of A. It does not depend on units, nor on how stiff the material is; the diagonal's is
/// set to zero.
template <class Real, int R>
std::vector<float> strengths(const SquareRows<Real, R>& A, const DiagonalBlocks<Real, R>& inverse);

/// Sets the strengths of couplings between nodes of different parts to zero.
void cut_between(const std::vector<int>& parts, const std::vector<int>& starts,
                 const std::vector<int>& columns, std::vector<float>& strength);

struct Aggregates {
    std::vector<int> of_node;  ///< -1: the node is in none, since nothing is coupled with it
    int count = 0;
};

/// Aggregates of the nodes within two couplings of a root; couplings whose strength is below
/// `threshold` times the strongest one of either end count as none. What is left over joins the
/// neighbour that it is coupled with most, weak or strong, so that no coupled node is alone.
/// Nodes are visited in their order. `starts`, `columns`: as of the matrix.
Aggregates aggregate(const std::vector<int>& starts, const std::vector<int>& columns,
                     const std::vector<float>& strength, double threshold);

}  // namespace sinew::multigrid
