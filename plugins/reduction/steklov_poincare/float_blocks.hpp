/// The blocks of a view, side by side and in single precision, for what need not be exact: half as
/// much to read as of the matrix itself.
#pragma once

#include "block_view.hpp"

namespace sinew::steklov {

class FloatBlocks {
public:
    /// Copies the values; the view's rows and columns are those of `multiply`, and it must outlive
    /// this.
    void take(const BlockView& view, const BlockMatrix& A);
    /// y := A x, rounded to about 1e-7 of |A| |x|; not for two threads at a time. Bits do not
    /// depend on the number of threads.
    void multiply(const Vector& x, Vector& y) const;

private:
    const BlockView* view_ = nullptr;
    std::vector<float> values_;        ///< nine a block, column by column, and one more
    mutable std::vector<float> from_;  ///< four a column
};

}  // namespace sinew::steklov
