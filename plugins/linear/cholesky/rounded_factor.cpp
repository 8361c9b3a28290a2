#include "rounded_factor.hpp"

#include <algorithm>
#include <cmath>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

namespace {

/// Bounds on the diagonal of L, whose squares and their inverses a solution is made of.
constexpr double least_pivot = 1e-9, largest_pivot = 1e9;
/// The least pivot over the largest: beyond, rounding (6e-8) may leave a solution no digit.
constexpr double least_ratio = 1e-6;

/// Work of the largest branch as a fraction of all work.
constexpr double branch_share = 1.0 / 16;
/// Number of groups of branches, for any number of threads.
constexpr std::size_t n_shares = 8;

using Block = Eigen::Map<const Eigen::MatrixXf, 0, Eigen::OuterStride<>>;

}  // namespace

int RoundedFactor::n_columns(int s) const {
    return first_column_[std::size_t(s) + 1] - first_column_[std::size_t(s)];
}

int RoundedFactor::n_rows(int s) const {
    return first_row_[std::size_t(s) + 1] - first_row_[std::size_t(s)];
}

bool RoundedFactor::take(const Supernodes& factor) {
    double least = largest_pivot, largest = least_pivot;
    for (int s = 0; s < factor.n; ++s)
        for (int j = 0; j < factor.first_column[s + 1] - factor.first_column[s]; ++j) {
            const int n_rows = factor.first_row[s + 1] - factor.first_row[s];
            const double pivot = factor.entries[factor.first_entry[s] + Index(j) * (n_rows + 1)];
            if (!(pivot > least_pivot && pivot < largest_pivot)) return false;
            least = std::min(least, pivot);
            largest = std::max(largest, pivot);
        }
    if (least < least_ratio * largest) return false;
    const int n = factor.n + 1;
    first_column_.assign(factor.first_column, factor.first_column + n);
    first_row_.assign(factor.first_row, factor.first_row + n);
    first_entry_.assign(factor.first_entry, factor.first_entry + n);
    rows_.assign(factor.rows, factor.rows + first_row_.back());
    order_.assign(factor.order, factor.order + factor.size);
    entries_.resize(std::size_t(first_entry_.back()));
    const auto n_entries = std::int64_t(entries_.size());
    parallel_for(n_entries,
                 [&](std::int64_t k) { entries_[std::size_t(k)] = float(factor.entries[k]); });
    find_shares();
    return true;
}

double RoundedFactor::work(int s) const {
    constexpr double of_any = 200;
    return double(n_rows(s)) * n_columns(s) + of_any;
}

/// The largest branches are taken apart, root by root, until all are small compared with the whole;
/// the largest of those first, each to the share that has least.
void RoundedFactor::find_shares() {
    const int n = int(first_column_.size()) - 1;
    std::vector<int> of_column(std::size_t(first_column_.back())), above(std::size_t(n), n);
    for (int s = 0; s < n; ++s)
        std::fill_n(of_column.begin() + first_column_[std::size_t(s)], n_columns(s), s);
    std::vector<double> branch(std::size_t(n) + 1, 0.0);
    for (int s = 0; s < n; ++s) {
        const auto next = std::size_t(first_row_[std::size_t(s)] + n_columns(s));
        if (n_rows(s) > n_columns(s)) above[std::size_t(s)] = of_column[std::size_t(rows_[next])];
        branch[std::size_t(s)] += work(s);
        branch[std::size_t(above[std::size_t(s)])] += branch[std::size_t(s)];
    }
    const auto is_small = [&](int s) {
        return s < n && branch[std::size_t(s)] <= branch_share * branch.back();
    };
    std::vector<int> roots;
    trunk_.clear();
    for (int s = 0; s < n; ++s) {
        if (!is_small(s))
            trunk_.push_back(s);
        else if (!is_small(above[std::size_t(s)]))
            roots.push_back(s);
    }
    std::stable_sort(roots.begin(), roots.end(),
                     [&](int a, int b) { return branch[std::size_t(a)] > branch[std::size_t(b)]; });
    shares_.assign(n_shares, {});
    std::vector<std::size_t> share_of(std::size_t(n), n_shares);
    for (const int root : roots) {
        const auto least =
            std::min_element(shares_.begin(), shares_.end(),
                             [](const Share& a, const Share& b) { return a.work < b.work; });
        least->work += branch[std::size_t(root)];
        share_of[std::size_t(root)] = std::size_t(least - shares_.begin());
    }
    for (int s = n; s-- > 0;) {
        std::size_t& share = share_of[std::size_t(s)];
        if (!is_small(s)) continue;
        if (share == n_shares) share = share_of[std::size_t(above[std::size_t(s)])];
        shares_[share].supernodes.push_back(s);
    }
    for (Share& share : shares_) {
        std::reverse(share.supernodes.begin(), share.supernodes.end());
        share.y.resize(first_column_.back());
    }
    y_.resize(first_column_.back());
}

void RoundedFactor::forward(int s, Eigen::VectorXf& y) const {
    const Index n = n_columns(s), below = n_rows(s) - n;
    const Block L(entries_.data() + first_entry_[std::size_t(s)], n + below, n,
                  Eigen::OuterStride<>(n + below));
    auto top = own(s, y);
    L.topRows(n).triangularView<Eigen::Lower>().solveInPlace(top);
    if (below == 0) return;
    thread_local Eigen::VectorXf moved;
    moved.noalias() = L.bottomRows(below) * top;
    const int* rows = rows_.data() + first_row_[std::size_t(s)] + n;
    for (Index i = 0; i < below; ++i) y[rows[i]] -= moved[i];
}

void RoundedFactor::backward(int s, Eigen::VectorXf& y) const {
    const Index n = n_columns(s), below = n_rows(s) - n;
    const Block L(entries_.data() + first_entry_[std::size_t(s)], n + below, n,
                  Eigen::OuterStride<>(n + below));
    auto top = own(s, y);
    if (below > 0) {
        thread_local Eigen::VectorXf known;
        known.resize(below);
        const int* rows = rows_.data() + first_row_[std::size_t(s)] + n;
        for (Index i = 0; i < below; ++i) known[i] = y[rows[i]];
        top.noalias() -= L.bottomRows(below).transpose() * known;
    }
    L.topRows(n).transpose().triangularView<Eigen::Upper>().solveInPlace(top);
}

/// Forward substitution in a share's branches; its contributions to the trunk stay in the share's
/// own y.
void RoundedFactor::forward(Share& share) {
    for (const int s : trunk_) own(s, share.y).setZero();
    for (const int s : share.supernodes) own(s, share.y) = own(s, y_);
    for (const int s : share.supernodes) forward(s, share.y);
    for (const int s : share.supernodes) own(s, y_) = own(s, share.y);
}

/// Made as large as one, so that no power of them is lost.
void RoundedFactor::solve(const Vector& b, Vector& x) {
    const Index n = y_.size();
    x.setZero(n);
    if (b.isZero(0)) return;
    const double scale = b.lpNorm<Eigen::Infinity>();
    for (Index i = 0; i < n; ++i) y_[i] = float(b[order_[std::size_t(i)]] / scale);
    const auto n_all = std::int64_t(shares_.size());
    parallel_for_dynamic(n_all, 1, [&](std::int64_t k) { forward(shares_[std::size_t(k)]); });
    for (const Share& share : shares_)
        for (const int s : trunk_) own(s, y_) += own(s, share.y);
    for (const int s : trunk_) forward(s, y_);
    for (auto s = trunk_.rbegin(); s != trunk_.rend(); ++s) backward(*s, y_);
    parallel_for_dynamic(n_all, 1, [&](std::int64_t k) {
        const std::vector<int>& of = shares_[std::size_t(k)].supernodes;
        for (auto s = of.rbegin(); s != of.rend(); ++s) backward(*s, y_);
    });
    for (Index i = 0; i < n; ++i) x[order_[std::size_t(i)]] = scale * double(y_[i]);
}

}  // namespace sinew
