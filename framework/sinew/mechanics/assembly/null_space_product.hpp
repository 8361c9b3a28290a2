/// A matrix of nodes in the null space of constraints.
#pragma once

#include <sinew/mechanics/assembly/block_matrix.hpp>
#include <sinew/mechanics/math/null_space.hpp>

namespace sinew {

/// Z'A Z, of the size of A; rows and columns of dependent unknowns are zero. It has the blocks of
/// A, and those that Z adds to them.
BlockMatrix null_space_product(const BlockMatrix& A, const NullSpace& Z);

}  // namespace sinew
