#include <algorithm>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/assembly/block_matrix.hpp>

namespace sinew {

BlockMatrix::BlockMatrix(std::shared_ptr<const BlockPattern> pattern)
    : pattern_(std::move(pattern)), values_(9 * std::size_t(pattern_->n_blocks()), 0.0) {}

void BlockMatrix::set_zero() {
    std::fill(values_.begin(), values_.end(), 0.0);
}

void BlockMatrix::multiply(const Vector& x, Vector& y) const {
    SINEW_ASSERT(x.size() == size(), "{} != {}", x.size(), size());
    SINEW_ASSERT(x.data() != y.data() || size() == 0, "the product cannot overwrite its factor");
    y.resize(size());
    const int n = pattern_->n_rows();
    const int* columns = pattern_->columns();
    const double* from = x.data();
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; ++i) {
        // Eight entries of a block side by side against the entry of x that each one meets; the
        // ninth apart.
        detail::Doubles eight{};
        double ninth = 0;
        for (int b = pattern_->begin(i); b < pattern_->end(i); ++b) {
            const double* value = block(b);
            const double* v = from + 3 * std::ptrdiff_t(columns[b]);
            const detail::Doubles partner{v[0], v[0], v[0], v[1], v[1], v[1], v[2], v[2]};
            eight += Pack::load(value).v * partner;
            ninth += value[8] * v[2];
        }
        double* out = y.data() + 3 * std::ptrdiff_t(i);
        out[0] = eight[0] + eight[3] + eight[6];
        out[1] = eight[1] + eight[4] + eight[7];
        out[2] = eight[2] + eight[5] + ninth;
    }
}

Vector BlockMatrix::diagonal() const {
    Vector d(size());
    for (int i = 0; i < pattern_->n_rows(); ++i)
        d.segment<3>(3 * Index(i)) = at(pattern_->diagonal(i)).diagonal();
    return d;
}

}  // namespace sinew
