#include "chebyshev.hpp"

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

}  // namespace

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
    if (d_.empty()) make_room(d_, std::size_t(R) * std::size_t(n));
    const Real scale = Real(1 / middle_);
    parallel_for(n, [&](int i) {
        const std::ptrdiff_t at = std::ptrdiff_t(R) * i;
        store_node<R, Real>(scale * scaled<R>(inverse, i, b + at), d_.data() + at);
    });
    recur(A, inverse, nullptr, x, b, r, true);
}

template <class Real, int R>
void Chebyshev<Real, R>::smooth(const SquareRows<Real, R>& A,
                                const DiagonalBlocks<Real, R>& inverse, const Real* b, Real* x,
                                Real* r) const {
    const int n = A.n_rows();
    if (d_.empty()) make_room(d_, std::size_t(R) * std::size_t(n));
    const Real scale = Real(1 / middle_);
    parallel_for(n, [&](int i) {
        const std::ptrdiff_t at = std::ptrdiff_t(R) * i;
        store_node<R, Real>(load_node<R>(b + at) - product_of_row<R>(A, i, x), r + at);
        store_node<R, Real>(scale * scaled<R>(inverse, i, r + at), d_.data() + at);
    });
    recur(A, inverse, x, x, r, r, false);
}

/// From the first direction d on. What is before: nullptr is an x of zero.
template <class Real, int R>
void Chebyshev<Real, R>::recur(const SquareRows<Real, R>& A, const DiagonalBlocks<Real, R>& inverse,
                               const Real* x_before, Real* x, const Real* r_before, Real* r,
                               bool with_residual) const {
    const int n = A.n_rows();
    if (next_.empty()) make_room(next_, std::size_t(R) * std::size_t(n));
    const auto advance_x = [&](std::ptrdiff_t at) {
        const Column<Real, R> d = load_node<R>(d_.data() + at);
        store_node<R, Real>(x_before ? load_node<R>(x_before + at) + d : d, x + at);
        return d;
    };
    const auto residual = [&](int i) {
        return load_node<R>(r_before + std::ptrdiff_t(R) * i) - product_of_row<R>(A, i, d_.data());
    };
    double rho = half_width_ / middle_;
    for (int k = 1; k < degree_; ++k) {
        const double rho_next = 1 / (2 * middle_ / half_width_ - rho);
        const Real keep = Real(rho_next * rho), add = Real(2 * rho_next / half_width_);
        parallel_for(n, [&](int i) {
            const std::ptrdiff_t at = std::ptrdiff_t(R) * i;
            const Column<Real, R> d = advance_x(at);
            store_node<R, Real>(residual(i), r + at);
            store_node<R, Real>(keep * d + add * scaled<R>(inverse, i, r + at), next_.data() + at);
        });
        std::swap(d_, next_);
        rho = rho_next;
        x_before = x;
        r_before = r;
    }
    parallel_for(n, [&](int i) {
        const std::ptrdiff_t at = std::ptrdiff_t(R) * i;
        advance_x(at);
        if (with_residual) store_node<R, Real>(residual(i), r + at);
    });
}

template class Chebyshev<float, 3>;
template class Chebyshev<float, n_motions>;
template class Chebyshev<double, 3>;
template class Chebyshev<double, n_motions>;

}  // namespace sinew::multigrid
