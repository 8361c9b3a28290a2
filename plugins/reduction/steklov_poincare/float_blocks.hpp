/// The interior's stiffness in single precision, as its factor sees it: rotated back to the rest by
/// the skin's rotations, R' A R, and in the factor's order. Operations that need not be exact read
/// half as much with it, and rotate nothing.
#pragma once

#include <sinew/mechanics/math/aligned.hpp>

#include "split_stiffness.hpp"

namespace sinew::steklov {

class FloatBlocks {
public:
    /// `rotations`: one a row of the view, or none; `order`: its rows (and columns) as they shall
    /// be, the same each time.
    void take(const BlockView& view, const BlockMatrix& A, const std::vector<int>& order,
              const NodeRotations& rotations);
    /// y -= R' A R x, rounded to about 1e-7 of |A| |x|; four numbers a row, the last of x's zero.
    /// Bits do not depend on the number of threads.
    void subtract_product(const AlignedVector<float>& x, AlignedVector<float>& y) const;

private:
    void follow_pattern(const BlockView& view, const std::vector<int>& order);

    std::vector<int> starts_, columns_;
    std::vector<int> from_;      ///< the view's number of each block
    std::vector<float> values_;  ///< nine a block, column by column, and one more
};

}  // namespace sinew::steklov
