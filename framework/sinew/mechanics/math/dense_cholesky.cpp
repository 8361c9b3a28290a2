#include <algorithm>
#include <sinew/mechanics/math/dense_cholesky.hpp>
#include <sinew/mechanics/math/pack.hpp>

namespace sinew {

namespace {

/// Calls function.operator()<n>() with the number of packs that n unknowns take.
template <class Function>
auto for_packs(Index n, Function&& function) {
    switch ((n + 7) / 8) {
        case 0:
        case 1:
            return function.template operator()<1>();
        case 2:
            return function.template operator()<2>();
        case 3:
            return function.template operator()<3>();
        case 4:
            return function.template operator()<4>();
        case 5:
            return function.template operator()<5>();
        case 6:
            return function.template operator()<6>();
        case 7:
            return function.template operator()<7>();
        default:
            return function.template operator()<8>();
    }
}

/// x -= factor * run, in the packs from `first` to before `end`.
SINEW_INLINE void subtract(double factor, const double* run, double* x, int first, int end) {
    const Pack f = factor;
    for (int p = first; p < end; ++p)
        (Pack::load(x + 8 * p) - f * Pack::load(run + 8 * p)).store(x + 8 * p);
}

}  // namespace

/// Each pivot's column is taken from those behind it at once: they do not wait for each other.
template <int n_packs>
bool DenseCholesky::factor() {
    constexpr int height = 8 * n_packs;
    const int n = int(n_);
    least_ = largest_ = columns_[0];
    for (int j = 0; j < n; ++j) {
        const double* column = &columns_[std::size_t(j * height)];
        const double pivot = column[j];
        if (!(pivot > 0)) return false;
        least_ = std::min(least_, pivot);
        largest_ = std::max(largest_, pivot);
        const double inverse = 1 / pivot;
        inverse_[std::size_t(j)] = inverse;
        for (int k = j + 1; k < n; ++k) {
            const double factor = column[k] * inverse;
            rows_[std::size_t(k * height + j)] = factor;
            subtract(factor, column, &columns_[std::size_t(k * height)], k / 8, n_packs);
        }
    }
    return true;
}

bool DenseCholesky::compute(const Eigen::MatrixXd& A) {
    eigen_assert(A.rows() == A.cols());
    n_ = A.rows();
    if (n_ == 0) return true;
    if (n_ > most_of_packs) {
        blocks_.compute(A);
        const auto pivots = blocks_.matrixLLT().diagonal().cwiseAbs2();
        least_ = pivots.minCoeff();
        largest_ = pivots.maxCoeff();
        return blocks_.info() == Eigen::Success && pivots.allFinite();
    }
    const auto height = std::size_t((n_ + 7) / 8 * 8);
    if (columns_.size() != height * std::size_t(n_)) {
        columns_.assign(height * std::size_t(n_), 0.0);
        rows_.assign(height * std::size_t(n_), 0.0);
        inverse_.assign(height, 0.0);
        b_.assign(height, 0.0);
        x_.assign(height, 0.0);
    }
    // Whole packs: what they bring from above the diagonal and from the next column is never used.
    for (Index j = 0; j < n_; ++j) {
        double* column = &columns_[height * std::size_t(j)];
        for (Index i = j / 8 * 8; i < n_; i += 8) {
            const double* from = A.data() + j * n_ + i;
            if (j * n_ + i + 8 <= n_ * n_)
                Pack::load(from).store(column + i);
            else
                std::copy_n(from, n_ - i, column + i);
        }
    }
    return for_packs(n_, [this]<int n_packs>() { return factor<n_packs>(); });
}

/// L D y = b by columns, then L' x = y by rows of L: either way what is known leaves the rest at
/// once. Above its diagonal a pack of D L holds leavings, so that b is of no use once y is known.
template <int n_packs>
void DenseCholesky::substitute() {
    constexpr int height = 8 * n_packs;
    const int n = int(n_);
    for (int j = 0; j < n; ++j) {
        const double y = b_[std::size_t(j)] * inverse_[std::size_t(j)];
        x_[std::size_t(j)] = y;
        subtract(y, &columns_[std::size_t(j * height)], b_.data(), j / 8, n_packs);
    }
    for (int j = n - 1; j > 0; --j)
        subtract(x_[std::size_t(j)], &rows_[std::size_t(j * height)], x_.data(), 0, j / 8 + 1);
}

void DenseCholesky::solve_in_place(Vector& x) {
    eigen_assert(x.size() == n_);
    if (n_ == 0) return;
    if (n_ > most_of_packs) {
        blocks_.solveInPlace(x);
        return;
    }
    std::copy_n(x.data(), n_, b_.data());
    for_packs(n_, [this]<int n_packs>() { substitute<n_packs>(); });
    std::copy_n(x_.data(), n_, x.data());
}

}  // namespace sinew
