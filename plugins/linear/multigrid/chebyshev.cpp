#include "chebyshev.hpp"

#include <cmath>
#include <cstdint>
#include <sinew/mechanics/math/blocked_sums.hpp>
#include <utility>

namespace sinew::multigrid {

namespace {

/// D_i^-1 r_i
template <int R, class Real>
SINEW_INLINE Column<Real, R> scaled(const DiagonalBlocks<Real, R>& inverse, int i, const Real* r) {
    Column<Real, R> z{};
    add_product<R>(inverse.block(i), r, z);
    return z;
}

/// A number between -1 and 1 that looks like chance (Steele, Lea & Flood, Fast splittable
/// pseudorandom number generators, 2014).
double mixed(std::uint64_t i) {
    i = (i + 1) * 0x9e3779b97f4a7c15u;
    i = (i ^ (i >> 30)) * 0xbf58476d1ce4e5b9u;
    i = (i ^ (i >> 27)) * 0x94d049bb133111ebu;
    return double(i >> 11) / double(std::uint64_t(1) << 52) - 1;
}

}  // namespace

template <class Real, int R>
double greatest_eigenvalue(const SquareRows<Real, R>& A, const DiagonalBlocks<Real, R>& inverse) {
    constexpr int iterations = 12;
    constexpr double raised = 1.1;
    const int n = A.n_rows();
    std::vector<Real> x, y;
    make_zero(x, std::size_t(R) * std::size_t(n));
    make_zero(y, x.size());
    for (std::size_t k = 0; k + 8 < x.size(); ++k) x[k] = Real(mixed(k));
    double eigenvalue = 0;
    for (int k = 0; k < iterations; ++k) {
        // With y = D^-1 A x: its length over that of x, both measured by D through A x.
        parallel_for(n, [&](int i) {
            Real Ax[8];
            store_node<R, Real>(product_of_row<R>(A, i, x.data()), Ax);
            store_node<R, Real>(scaled<R>(inverse, i, Ax), y.data() + std::ptrdiff_t(R) * i);
        });
        const auto dot = [&](const std::vector<Real>& a, const std::vector<Real>& b) {
            return blocked_sum(Index(R) * n, [&](Index first, Index length) {
                double sum = 0;
                for (Index i = first; i < first + length; ++i)
                    sum += double(a[std::size_t(i)]) * double(b[std::size_t(i)]);
                return sum;
            });
        };
        const double xx = dot(x, x), yy = dot(y, y);
        if (!(xx > 0) || !(yy > 0) || !std::isfinite(yy)) return raised;
        eigenvalue = std::sqrt(yy / xx);
        const Real to_unit = Real(1 / std::sqrt(yy));
        parallel_for(Index(R) * n,
                     [&](Index i) { x[std::size_t(i)] = to_unit * y[std::size_t(i)]; });
    }
    return raised * eigenvalue;
}

template <class Real, int R>
void Chebyshev<Real, R>::set(double greatest, int degree, double spread) {
    middle_ = greatest * (1 + 1 / spread) / 2;
    half_width_ = greatest * (1 - 1 / spread) / 2;
    degree_ = degree;
}

template <class Real, int R>
void Chebyshev<Real, R>::smooth_zero(const SquareRows<Real, R>& A,
                                     const DiagonalBlocks<Real, R>& inverse, const Real* b, Real* x,
                                     Real* r) const {
    const int n = A.n_rows();
    if (d_.empty()) make_zero(d_, std::size_t(R) * std::size_t(n));
    const Real scale = Real(1 / middle_);
    parallel_for(n, [&](int i) {
        const std::ptrdiff_t at = std::ptrdiff_t(R) * i;
        store_node<R, Real>(scale * scaled<R>(inverse, i, b + at), d_.data() + at);
        store_node<R, Real>(Column<Real, R>{}, x + at);
        store_node<R, Real>(load_node<R>(b + at), r + at);
    });
    recur(A, inverse, x, r, Ends::with_residual);
}

template <class Real, int R>
void Chebyshev<Real, R>::smooth(const SquareRows<Real, R>& A,
                                const DiagonalBlocks<Real, R>& inverse, const Real* b, Real* x,
                                Real* r) const {
    const int n = A.n_rows();
    const Real scale = Real(1 / middle_);
    parallel_for(n, [&](int i) {
        const std::ptrdiff_t at = std::ptrdiff_t(R) * i;
        store_node<R, Real>(load_node<R>(b + at) - product_of_row<R>(A, i, x), r + at);
        store_node<R, Real>(scale * scaled<R>(inverse, i, r + at), d_.data() + at);
    });
    recur(A, inverse, x, r, Ends::without);
}

/// From the first direction d on.
template <class Real, int R>
void Chebyshev<Real, R>::recur(const SquareRows<Real, R>& A, const DiagonalBlocks<Real, R>& inverse,
                               Real* x, Real* r, Ends ends) const {
    const int n = A.n_rows();
    if (next_.empty()) make_zero(next_, std::size_t(R) * std::size_t(n));
    double rho = half_width_ / middle_;
    for (int k = 1; k < degree_; ++k) {
        const double rho_next = 1 / (2 * middle_ / half_width_ - rho);
        const Real keep = Real(rho_next * rho), add = Real(2 * rho_next / half_width_);
        parallel_for(n, [&](int i) {
            const std::ptrdiff_t at = std::ptrdiff_t(R) * i;
            const Column<Real, R> d = load_node<R>(d_.data() + at);
            store_node<R, Real>(load_node<R>(r + at) - product_of_row<R>(A, i, d_.data()), r + at);
            store_node<R, Real>(load_node<R>(x + at) + d, x + at);
            store_node<R, Real>(keep * d + add * scaled<R>(inverse, i, r + at), next_.data() + at);
        });
        std::swap(d_, next_);
        rho = rho_next;
    }
    const bool with_residual = ends == Ends::with_residual;
    parallel_for(n, [&](int i) {
        const std::ptrdiff_t at = std::ptrdiff_t(R) * i;
        store_node<R, Real>(load_node<R>(x + at) + load_node<R>(d_.data() + at), x + at);
        if (with_residual)
            store_node<R, Real>(load_node<R>(r + at) - product_of_row<R>(A, i, d_.data()), r + at);
    });
}

template double greatest_eigenvalue(const SquareRows<float, 3>&, const DiagonalBlocks<float, 3>&);
template double greatest_eigenvalue(const SquareRows<float, n_motions>&,
                                    const DiagonalBlocks<float, n_motions>&);
template double greatest_eigenvalue(const SquareRows<double, 3>&, const DiagonalBlocks<double, 3>&);
template double greatest_eigenvalue(const SquareRows<double, n_motions>&,
                                    const DiagonalBlocks<double, n_motions>&);
template class Chebyshev<float, 3>;
template class Chebyshev<float, n_motions>;
template class Chebyshev<double, 3>;
template class Chebyshev<double, n_motions>;

}  // namespace sinew::multigrid
