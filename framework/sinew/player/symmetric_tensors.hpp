/// Fully symmetric tensors of orders 2, 3 and 4, each entry kept once.
#pragma once

#include <algorithm>
#include <array>
#include <sinew/mechanics/math/types.hpp>
#include <vector>

namespace sinew::stvk {

/// Number of sorted pairs, triples and quadruples of r numbers.
constexpr Index n_pairs(Index r) {
    return r * (r + 1) / 2;
}
constexpr Index n_triples(Index r) {
    return r * (r + 1) * (r + 2) / 6;
}
constexpr Index n_quadruples(Index r) {
    return r * (r + 1) * (r + 2) * (r + 3) / 24;
}

/// Positions of sorted indices i <= j <= k <= l: those of the first coordinates come first,
/// whatever r.
constexpr Index place(Index i, Index j) {
    return i + n_pairs(j);
}
constexpr Index place(Index i, Index j, Index k) {
    return place(i, j) + n_triples(k);
}
constexpr Index place(Index i, Index j, Index k, Index l) {
    return place(i, j, k) + n_quadruples(l);
}

/// Positions of indices in any order.
template <class... Indices>
Index place_of(Indices... indices) {
    std::array<Index, sizeof...(indices)> sorted{Index(indices)...};
    std::sort(sorted.begin(), sorted.end());
    return std::apply([](auto... s) { return place(s...); }, sorted);
}

/// A quartic polynomial without terms of orders 0 and 1 by its derivatives at zero:
///
///     W(q) = 1/2 A2_ij q_i q_j + 1/6 A3_ijk q_i q_j q_k + 1/24 A4_ijkl q_i q_j q_k q_l
struct SymmetricTensors {
    Index r = 0;
    std::vector<double> A2, A3, A4;

    SymmetricTensors() = default;
    explicit SymmetricTensors(Index size)
        : r(size),
          A2(std::size_t(n_pairs(size))),
          A3(std::size_t(n_triples(size))),
          A4(std::size_t(n_quadruples(size))) {}

    void set_zero() {
        for (auto* A : {&A2, &A3, &A4}) std::fill(A->begin(), A->end(), 0.0);
    }

    /// *this += factor other
    void add(double factor, const SymmetricTensors& other) {
        const auto add_to = [factor](std::vector<double>& sum, const std::vector<double>& A) {
            for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += factor * A[k];
        };
        add_to(A2, other.A2);
        add_to(A3, other.A3);
        add_to(A4, other.A4);
    }

    /// The tensors of some of the coordinates, in the order of `kept`; the others are zero.
    SymmetricTensors restricted(const std::vector<int>& kept) const {
        const auto n = Index(kept.size());
        SymmetricTensors part(n);
        const auto at = [&kept](Index i) { return kept[std::size_t(i)]; };
        for (Index l = 0; l < n; ++l)
            for (Index k = 0; k <= l; ++k) {
                part.A2[std::size_t(place(k, l))] = A2[std::size_t(place_of(at(k), at(l)))];
                for (Index j = 0; j <= k; ++j) {
                    part.A3[std::size_t(place(j, k, l))] =
                        A3[std::size_t(place_of(at(j), at(k), at(l)))];
                    for (Index i = 0; i <= j; ++i)
                        part.A4[std::size_t(place(i, j, k, l))] =
                            A4[std::size_t(place_of(at(i), at(j), at(k), at(l)))];
                }
            }
        return part;
    }
};

}  // namespace sinew::stvk
