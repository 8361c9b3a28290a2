#include "incomplete_factor.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/assembly/block_pattern.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/quad.hpp>

#include "elimination.hpp"

namespace sinew::steklov {
namespace {

constexpr int n_levels = 3;        // of bisections: eight domains
constexpr int smallest = 1 << 12;  // rows below which one domain will do

/// Puts the domain of each row in `domain`.
void bisect(const Points& positions, std::vector<int>::iterator first,
            std::vector<int>::iterator last, int level, int number, std::vector<int>& domain) {
    if (level == 0) {
        for (auto k = first; k != last; ++k) domain[std::size_t(*k)] = number;
        return;
    }
    Eigen::AlignedBox3d box;
    for (auto k = first; k != last; ++k) box.extend(positions.col(*k).matrix());
    int axis = 0;
    box.sizes().maxCoeff(&axis);
    const auto middle = first + (last - first) / 2;
    std::nth_element(first, middle, last, [&](int a, int b) {
        return std::pair(positions(axis, a), a) < std::pair(positions(axis, b), b);
    });
    bisect(positions, first, middle, level - 1, 2 * number, domain);
    bisect(positions, middle, last, level - 1, 2 * number + 1, domain);
}

/// Rows of one kind, each after one of its neighbours where it can be (Cuthill & McKee 1969).
void append_by_breadth(const BlockRows& A, const BlockRows& added, const std::vector<int>& kind,
                       int wanted, std::vector<char>& done, std::vector<int>& order) {
    const auto append = [&](int row) {
        if (kind[std::size_t(row)] != wanted || done[std::size_t(row)]) return;
        done[std::size_t(row)] = 1;
        order.push_back(row);
    };
    for (int seed = 0; seed < A.n_rows(); ++seed) {
        std::size_t next = order.size();
        append(seed);
        for (; next < order.size(); ++next)
            for_each_block(A, added, order[next], [&](int row, const auto&) { append(row); });
    }
}

/// The sums of a's, of b's and of c's lanes, the last of which are zero.
SINEW_INLINE Quad<float> sums_of(Quad<float> a, Quad<float> b, Quad<float> c) {
    const Quad<float> none{};
    const Quad<float> ab =
        __builtin_shufflevector(a, b, 0, 4, 1, 5) + __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Quad<float> c0 =
        __builtin_shufflevector(c, none, 0, 4, 1, 5) + __builtin_shufflevector(c, none, 2, 6, 3, 7);
    return __builtin_shufflevector(ab, c0, 0, 1, 4, 5) +
           __builtin_shufflevector(ab, c0, 2, 3, 6, 7);
}

}  // namespace

IncompleteFactor::IncompleteFactor(const BlockRows& A, const Points& positions,
                                   const BlockRows& added, double raise) {
    order(A, added, positions);
    Elimination elimination(A, added, order_, domains_);
    for (raise_ = raise; !elimination.run(raise_); raise_ = raise_ == 0 ? 1e-3 : 2 * raise_)
        SINEW_ASSERT(raise_ < 1e3, "a diagonal that is raised by {} is not positive", raise_);
    factor_ = elimination.take();
    work_.resize(4 * std::size_t(A.n_rows()));
}

void IncompleteFactor::order(const BlockRows& A, const BlockRows& added, const Points& positions) {
    const int n = A.n_rows();
    std::vector<int> kind(std::size_t(n), 0), rows(static_cast<std::size_t>(n));
    std::iota(rows.begin(), rows.end(), 0);
    const int levels = n < smallest ? 0 : n_levels;
    bisect(positions, rows.begin(), rows.end(), levels, 0, kind);
    const int n_domains = 1 << levels;
    std::vector<int> kinds(kind);
    for (int i = 0; i < n; ++i)
        for_each_block(A, added, i, [&](int column, const auto&) {
            if (kind[std::size_t(column)] > kind[std::size_t(i)]) kinds[std::size_t(i)] = n_domains;
        });
    std::vector<char> done(std::size_t(n), 0);
    for (int d = 0; d <= n_domains; ++d) {
        domains_.push_back(int(order_.size()));
        append_by_breadth(A, added, kinds, d, done, order_);
    }
    domains_.push_back(n);
}

/// A column of a block side by side; the fourth lane meets the next number.
void IncompleteFactor::forward(int first, int last, float* work) const {
    for (int i = first; i < last; ++i) {
        Quad<float> sum[3] = {};
        for (int k = factor_.starts[std::size_t(i)]; k < factor_.starts[std::size_t(i) + 1]; ++k) {
            const float* a = factor_.values.data() + 9 * std::size_t(k);
            const float* v = work + 4 * std::ptrdiff_t(factor_.columns[std::size_t(k)]);
            for (int c = 0; c < 3; ++c) sum[c] += load_quad(a + 3 * c) * v[c];
        }
        const Quad<float> total = sum[0] + sum[1] + sum[2];
        for (int r = 0; r < 3; ++r) work[4 * std::ptrdiff_t(i) + r] -= total[r];
    }
}

void IncompleteFactor::scale(int first, int last, float* work) const {
    for (int i = first; i < last; ++i) {
        float* row = work + 4 * std::ptrdiff_t(i);
        const float* inverse = factor_.inverses.data() + 9 * std::size_t(i);
        Quad<float> sum = {};
        for (int c = 0; c < 3; ++c) sum += load_quad(inverse + 3 * c) * row[c];
        for (int r = 0; r < 3; ++r) row[r] = sum[r];
    }
}

void IncompleteFactor::backward(int first, int last, float* work) const {
    for (int i = last - 1; i >= first; --i) {
        const Quad<float> z = load_quad(work + 4 * std::ptrdiff_t(i));
        for (int k = factor_.starts[std::size_t(i)]; k < factor_.starts[std::size_t(i) + 1]; ++k) {
            const float* a = factor_.values.data() + 9 * std::size_t(k);
            float* v = work + 4 * std::ptrdiff_t(factor_.columns[std::size_t(k)]);
            const Quad<float> rest = load_quad(v) - sums_of(load_quad(a) * z, load_quad(a + 3) * z,
                                                            load_quad(a + 6) * z);
            std::memcpy(v, &rest, sizeof rest);
        }
    }
}

void IncompleteFactor::solve(AlignedVector<float>& x) const {
    const int n = int(order_.size()), n_domains = int(domains_.size()) - 2;
    const int later = domains_[std::size_t(n_domains)];
    float* work = x.data();
    parallel_for_in_turn_if(n_domains > 1, n_domains, 1, [&](int d) {
        forward(domains_[std::size_t(d)], domains_[std::size_t(d) + 1], work);
    });
    forward(later, n, work);
    parallel_for_in_turn_if(n_domains > 1, n_domains + 1, 1, [&](int d) {
        scale(domains_[std::size_t(d)], domains_[std::size_t(d) + 1], work);
    });
    backward(later, n, work);
    parallel_for_in_turn_if(n_domains > 1, n_domains, 1, [&](int d) {
        backward(domains_[std::size_t(d)], domains_[std::size_t(d) + 1], work);
    });
}

void IncompleteFactor::apply(const Vector& x, Vector& y) const {
    const int n = int(order_.size());
    parallel_for_if(n >= parallel_rows, n, [&](int i) {
        float* row = work_.data() + 4 * std::ptrdiff_t(i);
        const double* from = x.data() + 3 * std::ptrdiff_t(order_[std::size_t(i)]);
        for (int r = 0; r < 3; ++r) row[r] = float(from[r]);
        row[3] = 0;
    });
    solve(work_);
    y.resize(x.size());
    parallel_for_if(n >= parallel_rows, n, [&](int i) {
        const float* row = work_.data() + 4 * std::ptrdiff_t(i);
        double* to = y.data() + 3 * std::ptrdiff_t(order_[std::size_t(i)]);
        for (int r = 0; r < 3; ++r) to[r] = double(row[r]);
    });
}

}  // namespace sinew::steklov
