#include "block_view.hpp"

#include <sinew/kernel/diagnostics/assert.hpp>

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
#pragma omp parallel for schedule(static) if (n >= parallel_rows)
    for (int i = 0; i < n; ++i) {
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        for (int k = begin(i); k < end(i); ++k) {
            const double* v = from + 3 * std::ptrdiff_t(columns_[std::size_t(k)]);
            const double* a = A.block(blocks_[std::size_t(k)]);
            for (int r = 0; r < 3; ++r) sum[r] += a[r] * v[0] + a[3 + r] * v[1] + a[6 + r] * v[2];
        }
        y.segment<3>(3 * Index(i)) += factor * sum;
    }
}

}  // namespace sinew::steklov
