#include "elimination.hpp"

#include <algorithm>
#include <atomic>
#include <Eigen/Cholesky>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/quad.hpp>

namespace sinew::steklov {
namespace {

/// u -= a b', blocks column by column. Nothing is read beyond them: others may write there.
SINEW_INLINE void subtract_product(const double* a, const double* b, Quad<double>* u) {
    for (int m = 0; m < 3; ++m) {
        const Quad<double> column{a[3 * m], a[3 * m + 1], a[3 * m + 2], 0};
        for (int c = 0; c < 3; ++c) u[c] -= column * b[3 * m + c];
    }
}

}  // namespace

Elimination::Elimination(const BlockRows& A, const BlockRows& added, const std::vector<int>& order,
                         const std::vector<int>& domains)
    : A_(A), added_(added), order_(order), domains_(domains), place_(order.size()) {
    for (std::size_t i = 0; i < order_.size(); ++i) place_[std::size_t(order_[i])] = int(i);
    find_pattern();
}

void Elimination::find_pattern() {
    starts_.push_back(0);
    columns_.reserve((A_.columns.size() + added_.columns.size()) / 2);
    for (int i = 0; i < int(order_.size()); ++i) {
        for_each_block(A_, added_, order_[std::size_t(i)], [&](int other, const auto&) {
            const int column = place_[std::size_t(other)];
            if (column < i) columns_.push_back(column);
        });
        const auto first = columns_.begin() + starts_.back();
        std::sort(first, columns_.end());
        columns_.erase(std::unique(first, columns_.end()), columns_.end());
        starts_.push_back(int(columns_.size()));
    }
}

void Elimination::fill_in(double raise) {
    const int n = int(order_.size());
    blocks_.assign(9 * columns_.size() + 1, 0.0);
    pivots_.assign(std::size_t(n), Block::Zero());
    parallel_for(n, [&](int i) {
        const auto first = columns_.begin() + starts_[std::size_t(i)];
        const auto end = columns_.begin() + starts_[std::size_t(i) + 1];
        Block& pivot = pivots_[std::size_t(i)];
        for_each_block(A_, added_, order_[std::size_t(i)], [&](int other, const auto& block) {
            const int column = place_[std::size_t(other)];
            if (column < i)
                at(int(std::lower_bound(first, end, column) - columns_.begin())) += block;
            else if (column == i)
                pivot += block;
        });
        pivot.diagonal() += raise * pivot.diagonal().cwiseAbs();
    });
}

/// The row's blocks at some of its columns, those before them being there.
void Elimination::eliminate(int row, int first_column, int end_column, Present& present) {
    const int begin = starts_[std::size_t(row)], end = starts_[std::size_t(row) + 1];
    for (int p = begin; p < end; ++p) present[std::size_t(columns_[std::size_t(p)])] = p;
    for (int p = begin; p < end; ++p) {
        const int k = columns_[std::size_t(p)];
        if (k < first_column || k >= end_column) continue;
        double* mine = blocks_.data() + 9 * std::size_t(p);
        Quad<double> u[3] = {};
        for (int q = starts_[std::size_t(k)]; q < starts_[std::size_t(k) + 1]; ++q) {
            const int other = present[std::size_t(columns_[std::size_t(q)])];
            if (other < 0) continue;
            subtract_product(blocks_.data() + 9 * std::size_t(other),
                             blocks_.data() + 9 * std::size_t(q), u);
        }
        for (int c = 0; c < 3; ++c)
            for (int r = 0; r < 3; ++r) mine[3 * c + r] += u[c][r];
    }
    for (int p = begin; p < end; ++p) present[std::size_t(columns_[std::size_t(p)])] = -1;
}

bool Elimination::finish(int row) {
    Block& pivot = pivots_[std::size_t(row)];
    for (int p = starts_[std::size_t(row)]; p < starts_[std::size_t(row) + 1]; ++p) {
        const Block u = at(p);
        at(p) = u * pivots_[std::size_t(columns_[std::size_t(p)])];
        pivot.noalias() -= at(p) * u.transpose();
    }
    const Eigen::LLT<Block> root(Block(0.5 * (pivot + pivot.transpose())));
    if (root.info() != Eigen::Success || !pivot.allFinite()) return false;
    pivot = root.solve(Block::Identity());
    return true;
}

bool Elimination::run(double raise) {
    fill_in(raise);
    const int n = int(order_.size()), n_domains = int(domains_.size()) - 2;
    const int later = domains_[std::size_t(n_domains)];
    std::atomic<bool> all_positive = true;
    const auto make_present = [n](int) { return Present(std::size_t(n), -1); };
    parallel_for_dynamic(n_domains, 1, make_present, [&](Present& present, int d) {
        for (int i = domains_[std::size_t(d)]; i < domains_[std::size_t(d) + 1] && all_positive;
             ++i) {
            eliminate(i, 0, i, present);
            if (!finish(i)) all_positive = false;
        }
    });
    if (!all_positive) return false;
    parallel_for_dynamic(n - later, 16, make_present,
                         [&](Present& present, int i) { eliminate(later + i, 0, later, present); });
    Present present = make_present(0);
    for (int i = later; i < n; ++i) {
        eliminate(i, later, i, present);
        if (!finish(i)) return false;
    }
    return true;
}

FactorBlocks Elimination::take() {
    FactorBlocks factor{std::move(starts_), std::move(columns_),
                        std::vector<float>(blocks_.begin(), blocks_.end()),
                        std::vector<float>(9 * pivots_.size() + 1)};
    for (std::size_t k = 0; k < pivots_.size(); ++k)
        Eigen::Map<Eigen::Matrix3f>(factor.inverses.data() + 9 * k) = pivots_[k].cast<float>();
    return factor;
}

}  // namespace sinew::steklov
