#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sinew/mechanics/linear/preconditioners.hpp>
#include <sinew/mechanics/linear/reduced_matrix.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

namespace {

/// The factor L of one range of degrees of freedom: columns, the diagonal first in each.
class RangeFactor {
public:
    static constexpr int most_raises = 20;  // the last by a factor of a thousand million

    RangeFactor(const ReducedMatrix& matrix, int first, int last)
        : first_(first), n_(last - first) {
        starts_.push_back(0);
        for (int k = first; k < last; ++k) {
            for (int p = matrix.starts()[k]; p < matrix.starts()[k + 1]; ++p) {
                if (matrix.cross()[p] >= last) continue;
                rows_.push_back(matrix.cross()[p] - first);
                values_.push_back(matrix.values()[p]);
            }
            starts_.push_back(static_cast<int>(rows_.size()));
        }
        const std::vector<double> original = values_;
        double raise = 1e-3;
        for (int attempt = 0; !factor(); ++attempt, raise *= 4) {
            if (attempt < most_raises)
                values_ = original;
            else
                std::fill(values_.begin(), values_.end(), 0.0);
            raise_diagonal(original, raise);
        }
    }

    /// y := (L L')^-1 x on the range.
    void solve(const double* x, double* y) const {
        std::copy(x + first_, x + first_ + n_, y + first_);
        double* z = y + first_;
        for (int k = 0; k < n_; ++k) {
            const double zk = z[k] *= inverse_[k];
            for (int p = starts_[k] + 1; p < starts_[k + 1]; ++p) z[rows_[p]] -= values_[p] * zk;
        }
        for (int k = n_ - 1; k >= 0; --k) {
            double zk = z[k];
            for (int p = starts_[k] + 1; p < starts_[k + 1]; ++p) zk -= values_[p] * z[rows_[p]];
            z[k] = zk * inverse_[k];
        }
    }

private:
    /// Scales the diagonal by 1 + raise. An entry that is not positive, or negligible compared with
    /// the largest, is first replaced by the largest.
    void raise_diagonal(const std::vector<double>& original, double raise) {
        double largest = 0;
        for (double value : original) largest = std::max(largest, std::abs(value));
        if (largest == 0) largest = 1;
        for (int k = 0; k < n_; ++k) {
            const double d = original[starts_[k]];
            values_[starts_[k]] = (d > 1e-16 * largest ? d : largest) * (1 + raise);
        }
    }

    /// Column by column, each subtracting its products from the later ones where they have entries.
    bool factor() {
        inverse_.assign(n_, 0);
        for (int k = 0; k < n_; ++k) {
            const int begin = starts_[k], end = starts_[k + 1];
            const double pivot = values_[begin];
            if (!(pivot > 0) || !std::isfinite(pivot)) return false;
            const double root = std::sqrt(pivot);
            inverse_[k] = 1 / root;
            values_[begin] = root;
            for (int p = begin + 1; p < end; ++p) values_[p] *= inverse_[k];
            for (int p = begin + 1; p < end; ++p) {
                const double factor = values_[p];
                int target = starts_[rows_[p]];
                const int target_end = starts_[rows_[p] + 1];
                for (int q = p; q < end; ++q) {
                    while (target < target_end && rows_[target] < rows_[q]) ++target;
                    if (target == target_end) break;
                    if (rows_[target] == rows_[q]) values_[target] -= factor * values_[q];
                }
            }
        }
        return true;
    }

    int first_, n_;
    std::vector<int> starts_, rows_;
    std::vector<double> values_, inverse_;
};

class IncompleteCholesky final : public Preconditioner {
public:
    explicit IncompleteCholesky(const ReducedMatrix& matrix)
        : free_(matrix.free()), x_(matrix.size()), y_(matrix.size()) {
        constexpr Index range = 4096;
        const Index n = matrix.size(), n_ranges = std::max<Index>(1, (n + range / 2) / range);
        ranges_.resize(static_cast<std::size_t>(n_ranges));
        parallel_for(n_ranges, [&](Index k) {
            ranges_[static_cast<std::size_t>(k)] =
                std::make_unique<RangeFactor>(matrix, static_cast<int>(k * n / n_ranges),
                                              static_cast<int>((k + 1) * n / n_ranges));
        });
    }

    void apply(const Vector& x, Vector& y) const override {
        const Index n = static_cast<Index>(free_.size());
        for (Index k = 0; k < n; ++k) x_[k] = x[free_[static_cast<std::size_t>(k)]];
        const Index n_ranges = static_cast<Index>(ranges_.size());
        parallel_for(n_ranges, [&](Index k) {
            ranges_[static_cast<std::size_t>(k)]->solve(x_.data(), y_.data());
        });
        y.setZero(x.size());
        for (Index k = 0; k < n; ++k) y[free_[static_cast<std::size_t>(k)]] = y_[k];
    }

private:
    std::vector<int> free_;
    std::vector<std::unique_ptr<RangeFactor>> ranges_;
    mutable Vector x_, y_;
};

}  // namespace

Event incomplete_cholesky(const ReducedMatrix& matrix, std::unique_ptr<Preconditioner>& P) {
    P.reset();
    for (Index k = 0; k < matrix.size(); ++k)
        for (int p = matrix.starts()[k]; p < matrix.starts()[k + 1]; ++p)
            if (!std::isfinite(matrix.values()[p]))
                return {Event::Kind::not_finite, "", -1,
                        fmt::format("the tangent's entry at degrees of freedom {} and {} is {}",
                                    matrix.free()[matrix.cross()[p]], matrix.free()[k],
                                    matrix.values()[p])};
    P = std::make_unique<IncompleteCholesky>(matrix);
    return {};
}

}  // namespace sinew
