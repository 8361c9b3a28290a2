#include <algorithm>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/assembly/block_matrix.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/quad.hpp>

namespace sinew {

BlockMatrix::BlockMatrix(std::shared_ptr<const BlockPattern> pattern)
    : pattern_(std::move(pattern)), values_(9 * std::size_t(pattern_->n_blocks()) + 1, 0.0) {}

void BlockMatrix::set_zero() {
    std::fill(values_.begin(), values_.end(), 0.0);
}

void BlockMatrix::add(double factor, const BlockMatrix& other) {
    SINEW_ASSERT(pattern_ == other.pattern_, "the matrices have different patterns");
    const Index n = Index(values_.size());
    parallel_blocks_if(pattern_->n_rows() >= parallel_rows, n, [&](Index first, Index last) {
        double* to = values_.data();
        const double* from = other.values_.data();
        const double times = factor;
#pragma omp simd
        for (Index k = first; k < last; ++k) to[k] += times * from[k];
    });
}

void BlockMatrix::multiply(const Vector& x, Vector& y) const {
    SINEW_ASSERT(x.size() == size(), "{} != {}", x.size(), size());
    SINEW_ASSERT(x.data() != y.data() || size() == 0, "the product cannot overwrite its factor");
    y.resize(size());
    const int n = pattern_->n_rows();
    const int* columns = pattern_->columns();
    const double* from = x.data();
    parallel_for_if(n >= parallel_rows, n, [&](int i) {
        // A column of a block side by side; the fourth lane meets the next number and is dropped.
        Quad<double> sum[3] = {};
        for (int b = pattern_->begin(i); b < pattern_->end(i); ++b) {
            const double* value = block(b);
            const double* v = from + 3 * std::ptrdiff_t(columns[b]);
            for (int k = 0; k < 3; ++k) sum[k] += load_quad(value + 3 * k) * v[k];
        }
        const Quad<double> total = sum[0] + sum[1] + sum[2];
        double* out = y.data() + 3 * std::ptrdiff_t(i);
        for (int k = 0; k < 3; ++k) out[k] = total[k];
    });
}

Vector BlockMatrix::diagonal() const {
    Vector d(size());
    for (int i = 0; i < pattern_->n_rows(); ++i)
        d.segment<3>(3 * Index(i)) = at(pattern_->diagonal(i)).diagonal();
    return d;
}

}  // namespace sinew
