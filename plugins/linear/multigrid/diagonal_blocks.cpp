#include "diagonal_blocks.hpp"

#include <algorithm>
#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <sinew/mechanics/math/parallel_for.hpp>

#include "lowest_index.hpp"

namespace sinew::multigrid {

namespace {

/// Position of the diagonal block of a row.
template <class Rows>
int diagonal_of(const Rows& A, int i) {
    const auto first = A.columns.begin() + A.begin(i), last = A.columns.begin() + A.end(i);
    return int(std::lower_bound(first, last, i) - A.columns.begin());
}

/// The inverse on the rows that are not zero; false if it is not positive definite there.
template <int R>
bool invert_block(Eigen::Matrix<double, R, R>& D) {
    Eigen::Matrix<double, R, 1> is_zero = Eigen::Matrix<double, R, 1>::Zero();
    for (int k = 0; k < R; ++k)
        if (D.col(k).isZero(0) && D.row(k).isZero(0)) {
            is_zero[k] = 1;
            D(k, k) = 1;
        }
    const Eigen::LLT<Eigen::Matrix<double, R, R>> factor(D);
    if (factor.info() != Eigen::Success || !D.allFinite()) return false;
    D = factor.solve(Eigen::Matrix<double, R, R>::Identity());
    D.diagonal() -= is_zero;
    return true;
}

}  // namespace

template <class Real, int R>
int DiagonalBlocks<Real, R>::invert(const SquareRows<Real, R>& A) {
    const int n = A.n_rows();
    make_room(values, std::size_t(R * R) * std::size_t(n));
    LowestIndex bad;
    parallel_for(n, [&](int i) {
        using Block = Eigen::Matrix<Real, R, R>;
        Eigen::Matrix<double, R, R> D =
            Eigen::Map<const Block>(A.block(diagonal_of(A, i))).template cast<double>();
        if (!invert_block<R>(D)) {
            bad.take(i);
            D.setZero();
        }
        Eigen::Map<Block>(values.data() + std::size_t(R * R) * std::size_t(i)) =
            D.template cast<Real>();
    });
    return bad.get();
}

template struct DiagonalBlocks<float, 3>;
template struct DiagonalBlocks<float, n_motions>;
template struct DiagonalBlocks<double, 3>;
template struct DiagonalBlocks<double, n_motions>;

}  // namespace sinew::multigrid
