#include "block_view.hpp"

#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/quad.hpp>

namespace sinew::steklov {

BlockView::BlockView(const BlockPattern& pattern, const std::vector<int>& rows,
                     const std::vector<int>& columns) {
    starts_.push_back(0);
    for (const int row : rows) {
        for (int b = pattern.begin(row); b < pattern.end(row); ++b) {
            const int column = columns[std::size_t(pattern.column(b))];
            if (column < 0) continue;
            columns_.push_back(column);
            blocks_.push_back(b);
        }
        starts_.push_back(int(columns_.size()));
    }
}

void BlockView::add_product(const BlockMatrix& A, double factor, const Vector& x, Vector& y) const {
    const int n = n_rows();
    SINEW_ASSERT(y.size() == 3 * Index(n), "{} != 3 {}", y.size(), n);
    const double* from = x.data();
    parallel_for_if(n >= parallel_rows, n, [&](int i) {
        // A column of a block side by side; the fourth lane meets the next number and is dropped.
        Quad<double> sum[3] = {};
        for (int k = begin(i); k < end(i); ++k) {
            const double* v = from + 3 * std::ptrdiff_t(columns_[std::size_t(k)]);
            const double* a = A.block(blocks_[std::size_t(k)]);
            for (int c = 0; c < 3; ++c) sum[c] += load_quad(a + 3 * c) * v[c];
        }
        const Quad<double> total = sum[0] + sum[1] + sum[2];
        double* out = y.data() + 3 * std::ptrdiff_t(i);
        for (int r = 0; r < 3; ++r) out[r] += factor * total[r];
    });
}

}  // namespace sinew::steklov
