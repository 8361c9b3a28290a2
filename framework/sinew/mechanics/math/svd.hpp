/// Rotation-variant singular value decomposition of 3x3 matrices:
///
///     F = U diag(s) V',   det U = det V = +1,   s_1 >= s_2 >= |s_3|,   sign s_3 = sign det F
///
/// V by one-sided Jacobi rotations of the columns of F (Hestenes 1958), which unlike the rotations
/// of F'F in McAdams et al. 2011 ("Computing the singular value decomposition of 3x3 matrices with
/// minimal branching and elementary floating point operations") keeps small singular values apart
/// from each other; then, as there, columns sorted by length and U diag(s) = F V by Givens
/// rotations, which make U orthogonal also where F has no rank.
///
/// Reconstruction and orthogonality to about 1e-15 |F|, whatever F: zero, of rank one, reflected,
/// with equal or nearly equal singular values. |F| between 1e-140 and 1e140; NaN in F makes s NaN.
/// The bits of a lane do not depend on its neighbours.
#pragma once

#include <sinew/mechanics/math/types.hpp>
#include <utility>

namespace sinew {

/// U, s and V of F = U diag(s) V', each 3 x 3 or 3; s in the unit of F.
template <class Real>
struct Svd3 {
    Mat3<Real> U;  ///< proper rotation
    Vec3<Real> s;  ///< signed singular values, descending in size
    Mat3<Real> V;  ///< proper rotation
};

namespace detail {

/// (x, y) -> (c x + s y, c y - s x) on columns x and y of A.
template <class Real>
SINEW_INLINE void rotate_columns(Mat3<Real>& A, int x, int y, const Real& c, const Real& s) {
    for (int i = 0; i < 3; ++i) {
        const Real a = A(i, x), b = A(i, y);
        A(i, x) = c * a + s * b;
        A(i, y) = c * b - s * a;
    }
}

template <class Real>
SINEW_INLINE void rotate_rows(Mat3<Real>& A, int x, int y, const Real& c, const Real& s) {
    for (int j = 0; j < 3; ++j) {
        const Real a = A(x, j), b = A(y, j);
        A(x, j) = c * a + s * b;
        A(y, j) = c * b - s * a;
    }
}

/// Cosine and sine of the angle in [-pi/4, pi/4] with tan(2 angle) = 2 xy / (xx - yy), which makes
/// xy zero in rotated coordinates; the identity where not active.
template <class Real>
SINEW_INLINE std::pair<Real, Real> jacobi_angle(const Real& xx, const Real& yy, const Real& xy,
                                                const bool_of<Real>& active) {
    const Real twice = xy + xy;
    const Real difference = xx - yy;
    const Real n = abs(difference) + sqrt(difference * difference + twice * twice);
    const Real scale = Real(1) / sqrt(n * n + twice * twice);
    return {select(active, n * scale, Real(1)),
            select(active, copysign(Real(1), difference) * twice * scale, Real(0))};
}

/// Makes columns x and y of B orthogonal and rotates V along. False where they already were: such
/// lanes keep their bits, so that sweeps for the sake of other lanes do not change them.
template <class Real>
SINEW_INLINE bool_of<Real> orthogonalise(Mat3<Real>& B, Mat3<Real>& V, int x, int y) {
    constexpr double tolerance = 4.5e-16;
    constexpr double tiny = 1e-280;  // below, squares of what is compared lose their digits
    const Real xx = B.col(x).squaredNorm();
    const Real yy = B.col(y).squaredNorm();
    const Real xy = B.col(x).dot(B.col(y));
    const bool_of<Real> oblique = xy * xy > max(tolerance * tolerance * xx * yy, Real(tiny));
    const auto [c, s] = jacobi_angle(xx, yy, xy, oblique);
    rotate_columns(B, x, y, c, s);
    rotate_columns(V, x, y, c, s);
    return oblique;
}

/// Exchanges columns x and y of B and V where y is longer, keeping det V by a change of sign.
template <class Real>
SINEW_INLINE void order_columns(Mat3<Real>& B, Mat3<Real>& V, Vec3<Real>& squares, int x, int y) {
    const bool_of<Real> exchange = squares[x] < squares[y];
    for (Mat3<Real>* A : {&B, &V})
        for (int i = 0; i < 3; ++i) {
            const Real a = (*A)(i, x), b = (*A)(i, y);
            (*A)(i, x) = select(exchange, b, a);
            (*A)(i, y) = select(exchange, -a, b);
        }
    const Real longer = max(squares[x], squares[y]);
    squares[y] = min(squares[x], squares[y]);
    squares[x] = longer;
}

/// Rotates rows x and y so that B(y, x) becomes zero and B(x, x) >= 0; U turns the other way.
template <class Real>
SINEW_INLINE void givens(Mat3<Real>& B, Mat3<Real>& U, int x, int y) {
    constexpr double tiny = 1e-280;
    const Real square = B(x, x) * B(x, x) + B(y, x) * B(y, x);
    const bool_of<Real> something = square > tiny;
    const Real scale = Real(1) / sqrt(select(something, square, Real(1)));
    const Real c = select(something, B(x, x) * scale, Real(1));
    const Real s = select(something, B(y, x) * scale, Real(0));
    rotate_rows(B, x, y, c, s);
    rotate_columns(U, x, y, c, s);
}

}  // namespace detail

/// The decomposition of F, 3 x 3, as the head of this file defines it. F may have any unit, s has
/// the same.
template <class Real>
SINEW_FLATTEN [[gnu::noinline]] Svd3<Real> svd(const Mat3<Real>& F) {
    constexpr int max_sweeps = 12;  // five are the rule; quadratic convergence bounds the rest
    const Real size = sqrt(F.squaredNorm());
    const Real unit = select(size == 0.0, Real(1), size);
    Svd3<Real> result;
    Mat3<Real> B = F * (Real(1) / unit);
    Mat3<Real>& V = result.V;
    V.setIdentity();
    for (int sweep = 0; sweep < max_sweeps; ++sweep) {
        const bool_of<Real> first = detail::orthogonalise(B, V, 0, 1);
        const bool_of<Real> second = detail::orthogonalise(B, V, 0, 2);
        const bool_of<Real> third = detail::orthogonalise(B, V, 1, 2);
        if (!any(first || second || third)) break;
    }

    Vec3<Real> squares = B.colwise().squaredNorm();
    detail::order_columns(B, V, squares, 0, 1);
    detail::order_columns(B, V, squares, 0, 2);
    detail::order_columns(B, V, squares, 1, 2);

    Mat3<Real>& U = result.U;
    U.setIdentity();
    detail::givens(B, U, 0, 1);
    detail::givens(B, U, 0, 2);
    detail::givens(B, U, 1, 2);

    // Round-off may leave the sizes of equal values out of order by a unit of the last place, and
    // what the Givens rotations found too small to turn may be negative.
    const Real s_1 = max(B(0, 0), B(1, 1));
    const Real s_2 = max(min(B(0, 0), B(1, 1)), Real(0));
    result.s = unit * Vec3<Real>(s_1, s_2, copysign(min(abs(B(2, 2)), s_2), B(2, 2)));
    return result;
}

}  // namespace sinew
