/// dP/dF of a point as a 9 x 9 matrix, filled from a formula in indices.
#pragma once

#include <sinew/mechanics/math/types.hpp>
#include <utility>

namespace sinew {

/// dP/dF at a point: entry (i + 3 j, k + 3 l) is dP_ij/dF_kl; symmetric.
template <class Real>
using Tangent9 = Eigen::Matrix<Real, 9, 9>;

namespace detail {

template <int row, int column, class Real, class Entry>
SINEW_INLINE void fill_entry(Tangent9<Real>& tangent, const Entry& entry) {
    if constexpr (row >= column) {
        const Real value = entry(row % 3, row / 3, column % 3, column / 3);
        tangent(row, column) = value;
        if constexpr (row != column) tangent(column, row) = value;
    }
}

}  // namespace detail

/// The tangent whose entry dP_ij/dF_kl is entry(i, j, k, l), evaluated for the 45 distinct ones.
/// Everything is unrolled, so that products which entries share are computed once.
template <class Real, class Entry>
SINEW_INLINE Tangent9<Real> symmetric_tangent(const Entry& entry) {
    Tangent9<Real> tangent;
    [&]<int... n>(std::integer_sequence<int, n...>) {
        (detail::fill_entry<n % 9, n / 9>(tangent, entry), ...);
    }
    (std::make_integer_sequence<int, 81>());
    return tangent;
}

/// The unit matrix E_ij whose vector is column i + 3 j of the identity: a direction of change of F.
template <class Real>
SINEW_INLINE Mat3<Real> unit_direction(int i, int j) {
    Mat3<Real> H = Mat3<Real>::Zero();
    H(i, j) = Real(1.0);
    return H;
}

/// C H, the change of stress along H.
template <class Real>
SINEW_INLINE Mat3<Real> times(const Tangent9<Real>& C, const Mat3<Real>& H) {
    Mat3<Real> result;
    for (int r = 0; r < 9; ++r) {
        Real sum = C(r, 0) * H(0, 0);
        for (int c = 1; c < 9; ++c) sum += C(r, c) * H(c % 3, c / 3);
        result(r % 3, r / 3) = sum;
    }
    return result;
}

/// The argument of a law's formulas: its own `at(F)` if it has one, else F.
template <class Law, class Real>
SINEW_INLINE decltype(auto) prepared(const Law& law, const Mat3<Real>& F) {
    if constexpr (requires { law.at(F); })
        return law.at(F);
    else
        return (F);
}

/// A law's dP/dF: its own `hessian` if it has one, else its stress changes in nine directions.
/// f: F, or what `prepared` gives.
template <class Real, class Law, class Prepared, class Point>
SINEW_INLINE Tangent9<Real> exact_tangent(const Law& law, const Prepared& f, const Point& p) {
    if constexpr (requires { law.hessian(f, p); }) {
        return law.hessian(f, p);
    } else {
        Tangent9<Real> tangent;
        for (int column = 0; column < 9; ++column) {
            const Mat3<Real> H = unit_direction<Real>(column % 3, column / 3);
            const Mat3<Real> dP = law.stress_change(f, H, p);
            for (int row = 0; row < 9; ++row) tangent(row, column) = dP(row % 3, row / 3);
        }
        // Round-off aside the halves agree; a caller may rely on their being the same.
        for (int column = 0; column < 9; ++column)
            for (int row = 0; row < column; ++row) tangent(row, column) = tangent(column, row);
        return tangent;
    }
}

}  // namespace sinew
