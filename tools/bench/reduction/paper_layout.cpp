#include "reduction/paper_layout.hpp"

#include <algorithm>
#include <array>

extern "C" void dgemv_(const char* transposed, const int* rows, const int* columns,
                       const double* factor, const double* A, const int* stride, const double* x,
                       const int* step_x, const double* kept, double* y, const int* step_y);

namespace sinew::bench {

namespace {

using Index = Eigen::Index;

template <std::size_t N>
Index place(std::array<Index, N> indices) {
    std::sort(indices.begin(), indices.end());
    Index at = 0;
    for (std::size_t n = 0; n < N; ++n) {
        const Index i = indices[n];
        at += n == 0   ? i
              : n == 1 ? PaperLayout::n_quadratic(i)
              : n == 2 ? PaperLayout::n_cubic(i)
                       : PaperLayout::n_quartic(i);
    }
    return at;
}

double entry(std::span<const double> entries, Index place) {
    return entries[std::size_t(place)];
}

/// y := kept y + A x
void multiply(const Eigen::MatrixXd& A, const Eigen::VectorXd& x, double kept, Eigen::VectorXd& y) {
    const int rows = int(A.rows()), columns = int(A.cols()), step = 1;
    const double factor = 1;
    dgemv_("N", &rows, &columns, &factor, A.data(), &rows, x.data(), &step, &kept, y.data(), &step);
}

}  // namespace

PaperLayout::PaperLayout(Index r, std::span<const double> quadratic, std::span<const double> cubic,
                         std::span<const double> quartic)
    : r_(r),
      f1_(r, r),
      f2_(r, n_quadratic(r)),
      f3_(r, n_cubic(r)),
      K1_(n_quadratic(r), r),
      K2_(n_quadratic(r), n_quadratic(r)),
      K0_(n_quadratic(r)),
      pairs_(n_quadratic(r)),
      triples_(n_cubic(r)),
      entries_(n_quadratic(r)) {
    for (Index l = 0; l < r; ++l)
        for (Index k = 0; k <= l; ++k) {
            const Index pair = place<2>({k, l});
            f1_(k, l) = f1_(l, k) = K0_(pair) = entry(quadratic, pair);
            for (Index i = 0; i < r; ++i) {
                const double A3 = entry(cubic, place<3>({i, k, l}));
                K1_(pair, i) = A3;
                f2_(i, pair) = k == l ? A3 / 2 : A3;
                for (Index j = 0; j <= k; ++j) {
                    const double orders = j == l ? 1 : j == k || k == l ? 3 : 6;
                    f3_(i, place<3>({j, k, l})) =
                        orders / 6 * entry(quartic, place<4>({i, j, k, l}));
                }
                for (Index j = i; j < r; ++j)
                    K2_(place<2>({i, j}), pair) =
                        (k == l ? 0.5 : 1) * entry(quartic, place<4>({i, j, k, l}));
            }
        }
}

std::size_t PaperLayout::bytes() const {
    return sizeof(double) *
           std::size_t(f1_.size() + f2_.size() + f3_.size() + K0_.size() + K1_.size() + K2_.size());
}

void PaperLayout::forces_and_stiffness(const Eigen::VectorXd& q, Eigen::VectorXd& f,
                                       Eigen::MatrixXd& K) {
    for (Index l = 0; l < r_; ++l) {
        pairs_.segment(n_quadratic(l), l + 1) = q[l] * q.head(l + 1);
        triples_.segment(n_cubic(l), n_quadratic(l + 1)) = q[l] * pairs_.head(n_quadratic(l + 1));
    }
    f.resize(r_);
    multiply(f3_, triples_, 0, f);
    multiply(f2_, pairs_, 1, f);
    multiply(f1_, q, 1, f);
    entries_ = K0_;
    multiply(K2_, pairs_, 1, entries_);
    multiply(K1_, q, 1, entries_);
    K.resize(r_, r_);
    for (Index l = 0; l < r_; ++l)
        for (Index k = 0; k <= l; ++k) K(k, l) = K(l, k) = entries_(place<2>({k, l}));
}

}  // namespace sinew::bench
