#include <algorithm>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/assembly/block_matrix.hpp>
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
#pragma omp parallel for simd schedule(static) if (pattern_->n_rows() >= parallel_rows)
    for (Index k = 0; k < n; ++k) values_[std::size_t(k)] += factor * other.values_[std::size_t(k)];
}

void BlockMatrix::multiply(const Vector& x, Vector& y) const {
    SINEW_ASSERT(x.size() == size(), "{} != {}", x.size(), size());
    SINEW_ASSERT(x.data() != y.data() || size() == 0, "the product cannot overwrite its factor");
    y.resize(size());
    const int n = pattern_->n_rows();
    const int* columns = pattern_->columns();
    const double* from = x.data();
#pragma omp parallel for schedule(static) if (n >= parallel_rows)
    for (int i = 0; i < n; ++i) {
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
    }
}

Vector BlockMatrix::diagonal() const {
    Vector d(size());
    for (int i = 0; i < pattern_->n_rows(); ++i)
        d.segment<3>(3 * Index(i)) = at(pattern_->diagonal(i)).diagonal();
    return d;
}

}  // namespace sinew
