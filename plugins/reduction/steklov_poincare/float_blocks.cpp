#include "float_blocks.hpp"

#include <sinew/mechanics/math/quad.hpp>

namespace sinew::steklov {

void FloatBlocks::take(const BlockView& view, const BlockMatrix& A) {
    view_ = &view;
    const int n = view.n_rows();
    values_.resize(9 * std::size_t(view.end(n - 1)) + 1);
#pragma omp parallel for schedule(static) if (n >= parallel_rows)
    for (int i = 0; i < n; ++i)
        for (int k = view.begin(i); k < view.end(i); ++k) {
            const double* block = A.block(view.block(k));
            for (int c = 0; c < 9; ++c)
                values_[9 * std::size_t(k) + std::size_t(c)] = float(block[c]);
        }
}

/// A column of a block at a time; the fourth lane meets the next number and is dropped.
void FloatBlocks::multiply(const Vector& x, Vector& y) const {
    const int n = view_->n_rows();
    const Index n_columns = x.size() / 3;
    from_.resize(4 * std::size_t(n_columns));
    y.resize(3 * Index(n));
#pragma omp parallel for schedule(static) if (n_columns >= parallel_rows)
    for (Index j = 0; j < n_columns; ++j)
        for (Index c = 0; c < 3; ++c) from_[std::size_t(4 * j + c)] = float(x[3 * j + c]);
#pragma omp parallel for schedule(static) if (n >= parallel_rows)
    for (int i = 0; i < n; ++i) {
        Quad<float> sum[3] = {};
        for (int k = view_->begin(i); k < view_->end(i); ++k) {
            const float* v = from_.data() + 4 * std::ptrdiff_t(view_->column(k));
            const float* a = values_.data() + 9 * std::size_t(k);
            for (int c = 0; c < 3; ++c) sum[c] += load_quad(a + 3 * c) * v[c];
        }
        const Quad<float> total = sum[0] + sum[1] + sum[2];
        for (int r = 0; r < 3; ++r) y[3 * Index(i) + r] = double(total[r]);
    }
}

}  // namespace sinew::steklov
