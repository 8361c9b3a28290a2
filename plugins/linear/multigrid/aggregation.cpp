#include "aggregation.hpp"

#include <algorithm>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew::multigrid {

template <class Real, int R>
std::vector<float> strengths(const SquareRows<Real, R>& A, const DiagonalBlocks<Real, R>& inverse) {
    std::vector<float> strength(A.columns.size());
    parallel_for(A.n_rows(), [&](int i) {
        const Real* at_i = inverse.block(i);
        for (int b = A.begin(i); b < A.end(i); ++b) {
            const int j = A.column(b);
            if (j == i) continue;
            // The trace of (D_i^-1 A_ij) (A_ij D_j^-1)', column by column.
            const Real *coupling = A.block(b), *at_j = inverse.block(j);
            Column<Real, R> products{};
            for (int c = 0; c < R; ++c) {
                Column<Real, R> left{}, right{};
                add_product<R>(at_i, coupling + R * c, left);
                add_product<R>(coupling, at_j + R * c, right);
                products += left * right;
            }
            Real sum = 0;
            for (int k = 0; k < R; ++k) sum += products[k];
            strength[std::size_t(b)] = float(sum);
        }
    });
    return strength;
}

void cut_between(const std::vector<int>& parts, const std::vector<int>& starts,
                 const std::vector<int>& columns, std::vector<float>& strength) {
    parallel_for(std::ptrdiff_t(parts.size()), [&](std::ptrdiff_t i) {
        for (int b = starts[std::size_t(i)]; b < starts[std::size_t(i) + 1]; ++b)
            if (parts[std::size_t(columns[std::size_t(b)])] != parts[std::size_t(i)])
                strength[std::size_t(b)] = 0;
    });
}

namespace {

/// The strong couplings of a graph, and who belongs where so far.
class Aggregation {
public:
    Aggregation(const std::vector<int>& starts, const std::vector<int>& columns,
                const std::vector<float>& strength, double threshold)
        : starts_(starts), columns_(columns), strength_(strength), squared_(threshold * threshold) {
        const std::size_t n = starts.size() - 1;
        strongest_.resize(n);
        parallel_for(n, [&](std::size_t i) {
            for (int b = starts[i]; b < starts[i + 1]; ++b)
                strongest_[i] = std::max(strongest_[i], strength[std::size_t(b)]);
        });
        strong_.resize(strength.size());
        parallel_for(int(n), [&](int i) {
            for (int b = starts[std::size_t(i)]; b < starts[std::size_t(i) + 1]; ++b)
                strong_[std::size_t(b)] = is_strong(i, b);
        });
        result_.of_node.assign(n, -1);
    }

    Aggregates make() {
        const int n = int(result_.of_node.size());
        for (int i = 0; i < n; ++i)
            if (is_coupled(i) && may_be_root(i)) gather_around(i);
        join_left_over();
        return std::move(result_);
    }

private:
    int& owner(int node) { return result_.of_node[std::size_t(node)]; }
    bool is_coupled(int node) const { return strongest_[std::size_t(node)] > 0; }
    bool is_strong(int i, int block) const {
        const float s = strength_[std::size_t(block)];
        const int j = columns_[std::size_t(block)];
        const float least = std::min(strongest_[std::size_t(i)], strongest_[std::size_t(j)]);
        return s > 0 && s >= squared_ * double(least);
    }
    template <class Function>
    void for_strong(int i, Function&& function) {
        for (int b = starts_[std::size_t(i)]; b < starts_[std::size_t(i) + 1]; ++b)
            if (strong_[std::size_t(b)]) function(columns_[std::size_t(b)]);
    }

    /// True if the node and all its neighbours are free, and it has one.
    bool may_be_root(int i) {
        if (owner(i) >= 0) return false;
        bool free = true, any = false;
        for_strong(i, [&](int j) {
            any = true;
            free = free && owner(j) < 0;
        });
        return free && any;
    }

    void gather_around(int root) {
        const int aggregate = result_.count++;
        owner(root) = aggregate;
        ring_.clear();
        for_strong(root, [&](int j) { ring_.push_back(j); });
        for (const int j : ring_) owner(j) = aggregate;
        for (const int j : ring_)
            for_strong(j, [&](int k) {
                if (owner(k) < 0) owner(k) = aggregate;
            });
    }

    /// In rounds, each looking at the owners before it, so that aggregates grow evenly.
    void join_left_over() {
        const int n = int(result_.of_node.size());
        std::vector<int> left;
        for (int i = 0; i < n; ++i)
            if (owner(i) < 0 && is_coupled(i)) left.push_back(i);
        while (!left.empty()) {
            std::vector<std::pair<int, int>> joining;
            std::vector<int> waiting;
            for (const int i : left) {
                const int aggregate = closest_aggregate(i);
                if (aggregate >= 0)
                    joining.emplace_back(i, aggregate);
                else
                    waiting.push_back(i);
            }
            if (joining.empty()) joining.emplace_back(waiting.front(), result_.count++);
            for (const auto& [i, aggregate] : joining) owner(i) = aggregate;
            std::erase_if(waiting, [&](int i) { return owner(i) >= 0; });
            left = std::move(waiting);
        }
    }

    /// That of the neighbour with the strongest coupling; -1 if no neighbour has one.
    int closest_aggregate(int i) {
        int best = -1;
        float most = 0;
        for (int b = starts_[std::size_t(i)]; b < starts_[std::size_t(i) + 1]; ++b) {
            const int aggregate = owner(columns_[std::size_t(b)]);
            if (aggregate < 0 || strength_[std::size_t(b)] <= most) continue;
            most = strength_[std::size_t(b)];
            best = aggregate;
        }
        return best;
    }

    const std::vector<int>&starts_, &columns_;
    const std::vector<float>& strength_;
    double squared_;
    std::vector<float> strongest_;
    std::vector<char> strong_;  ///< of each block
    std::vector<int> ring_;
    Aggregates result_;
};

}  // namespace

Aggregates aggregate(const std::vector<int>& starts, const std::vector<int>& columns,
                     const std::vector<float>& strength, double threshold) {
    return Aggregation(starts, columns, strength, threshold).make();
}

template std::vector<float> strengths(const SquareRows<float, 3>&, const DiagonalBlocks<float, 3>&);
template std::vector<float> strengths(const SquareRows<float, n_motions>&,
                                      const DiagonalBlocks<float, n_motions>&);
template std::vector<float> strengths(const SquareRows<double, 3>&,
                                      const DiagonalBlocks<double, 3>&);
template std::vector<float> strengths(const SquareRows<double, n_motions>&,
                                      const DiagonalBlocks<double, n_motions>&);

}  // namespace sinew::multigrid
