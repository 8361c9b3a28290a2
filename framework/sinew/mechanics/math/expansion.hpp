/// Exact sums, differences and products of doubles, as expansions: terms of growing magnitude that
/// do not overlap and whose sum is the value.
///
/// Shewchuk, Adaptive precision floating-point arithmetic and fast robust geometric predicates,
/// 1997, sections 2.2 to 2.6. Exact as long as no product underflows and nothing overflows.
#pragma once

#include <array>
#include <cmath>

namespace sinew {

/// A value of at most `capacity` terms.
template <int capacity>
class Expansion {
public:
    Expansion() = default;

    /// a - b.
    static Expansion difference(double a, double b) {
        Expansion e;
        e.add(a);
        e.add(-b);
        return e;
    }

    void add(double b) {
        int n = 0;
        for (int k = 0; k < n_; ++k) {
            const double sum = terms_[k] + b, back = sum - terms_[k];
            const double error = (terms_[k] - (sum - back)) + (b - back);
            if (error != 0) terms_[n++] = error;
            b = sum;
        }
        if (b != 0) terms_[n++] = b;
        n_ = n;
    }

    template <int other>
    Expansion& operator+=(const Expansion<other>& b) {
        for (int k = 0; k < b.n_; ++k) add(b.terms_[k]);
        return *this;
    }
    /// The difference, with room for all its terms.
    template <int other>
    Expansion<capacity + other> operator-(const Expansion<other>& b) const {
        Expansion<capacity + other> difference;
        difference += *this;
        for (int k = 0; k < b.n_; ++k) difference.add(-b.terms_[k]);
        return difference;
    }

    /// The product, with room for all its terms.
    template <int other>
    Expansion<2 * capacity * other> operator*(const Expansion<other>& b) const {
        Expansion<2 * capacity * other> product;
        for (int i = 0; i < n_; ++i)
            for (int k = 0; k < b.n_; ++k) {
                const double p = terms_[i] * b.terms_[k];
                product.add(std::fma(terms_[i], b.terms_[k], -p));
                product.add(p);
            }
        return product;
    }

    /// -1, 0 or 1: the sign of the value, which is that of its largest term.
    int sign() const {
        if (n_ == 0) return 0;
        return terms_[n_ - 1] > 0 ? 1 : -1;
    }

private:
    template <int other>
    friend class Expansion;

    std::array<double, std::size_t(capacity) + 1> terms_;
    int n_ = 0;
};

}  // namespace sinew
