/// Inverses of the blocks on the diagonal.
#pragma once

#include "block_rows.hpp"

namespace sinew::multigrid {

/// D^-1 of A: R x R numbers a node, column by column. A row of A that is zero, of a node in no
/// element or of a motion that no aggregate has, gives zeros.
template <class Real, int R>
struct DiagonalBlocks {
    Numbers<Real> values;

    /// Returns the first node whose block is not positive definite, or -1.
    int invert(const SquareRows<Real, R>& A);
    const Real* block(int node) const {
        return values.data() + std::size_t(R * R) * std::size_t(node);
    }
};

}  // namespace sinew::multigrid
