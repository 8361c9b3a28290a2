/// Polar decomposition of 3x3 matrices with a proper rotation, and its derivative:
///
///     F = R S,   det R = +1,   S = S' = V diag(s_1, s_2, s_3) V',   sign s_3 = sign det F
///     dR = R skew(w)   with   G w = axial(R'H - H'R),   G = tr(S) I - S      for dF = H
///
/// R is the rotation that maximises tr(R'F). It is unique, and G positive definite, while
/// s_2 + s_3 > 0; its sensitivity to round-off and to H grows as 1 / (s_2 + s_3).
///
/// The fast route finds tr(S) first, as the largest root of
///
///     (x^2 - |F|^2)^2 - 8 x det F - 4 |cof F|^2 = 0
///
/// by Newton's method, and R from it in closed form (Markley, Attitude determination using vector
/// observations: a fast optimal matrix algorithm, J. Astronautical Sciences 41, 1993), then takes
/// one Newton step on orthogonality and one on the symmetry of R'F, which restore full precision.
/// Lanes where the start is too far off for that, as in reflected or nearly singular F, take the
/// SVD instead.
#pragma once

#include <numbers>
#include <sinew/mechanics/math/svd.hpp>

namespace sinew {

/// Shapes 3x3; S and G in the unit of F, G_inv in its inverse.
template <class Real>
struct Polar3 {
    Mat3<Real> R;      ///< proper rotation, to 1e-15
    Mat3<Real> S;      ///< symmetric stretch, with a negative eigenvalue where det F < 0
    Mat3<Real> G;      ///< tr(S) I - S, positive semi-definite
    Mat3<Real> G_inv;  ///< its inverse; eigenvalues of G below 1e-10 |F| count as 1e-10 |F|
};

/// The matrix of the cross product: skew(w) x = w x x.
template <class Real>
SINEW_INLINE Mat3<Real> skew(const Vec3<Real>& w) {
    Mat3<Real> W;
    W << Real(0), -w[2], w[1], w[2], Real(0), -w[0], -w[1], w[0], Real(0);
    return W;
}

/// The vector of the skew matrix A - A'.
template <class Real>
SINEW_INLINE Vec3<Real> axial(const Mat3<Real>& A) {
    return {A(2, 1) - A(1, 2), A(0, 2) - A(2, 0), A(1, 0) - A(0, 1)};
}

namespace detail {

/// det(A) A^-T.
template <class Real>
SINEW_INLINE Mat3<Real> cofactors(const Mat3<Real>& A) {
    Mat3<Real> C;
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            C(i, j) = A(i1, j1) * A(i2, j2) - A(i1, j2) * A(i2, j1);
        }
    return C;
}

/// A'B where it is known to be symmetric.
template <class Real>
SINEW_INLINE Mat3<Real> symmetric_product(const Mat3<Real>& A, const Mat3<Real>& B) {
    Mat3<Real> S;
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i <= j; ++i) S(i, j) = S(j, i) = A.col(i).dot(B.col(j));
    return S;
}

/// R skew(w), without the products by zero.
template <class Real>
SINEW_INLINE Mat3<Real> times_skew(const Mat3<Real>& R, const Vec3<Real>& w) {
    Mat3<Real> result;
    result.col(0) = R.col(1) * w[2] - R.col(2) * w[1];
    result.col(1) = R.col(2) * w[0] - R.col(0) * w[2];
    result.col(2) = R.col(0) * w[1] - R.col(1) * w[0];
    return result;
}

/// Inverse of a symmetric matrix.
template <class Real>
SINEW_INLINE Mat3<Real> inverse_symmetric(const Mat3<Real>& A) {
    const Real c00 = A(1, 1) * A(2, 2) - A(1, 2) * A(1, 2);
    const Real c01 = A(0, 2) * A(1, 2) - A(0, 1) * A(2, 2);
    const Real c02 = A(0, 1) * A(1, 2) - A(0, 2) * A(1, 1);
    const Real scale = Real(1) / (A(0, 0) * c00 + A(0, 1) * c01 + A(0, 2) * c02);
    Mat3<Real> B;
    B(0, 0) = c00 * scale;
    B(0, 1) = B(1, 0) = c01 * scale;
    B(0, 2) = B(2, 0) = c02 * scale;
    B(1, 1) = (A(0, 0) * A(2, 2) - A(0, 2) * A(0, 2)) * scale;
    B(1, 2) = B(2, 1) = (A(0, 1) * A(0, 2) - A(0, 0) * A(1, 2)) * scale;
    B(2, 2) = (A(0, 0) * A(1, 1) - A(0, 1) * A(0, 1)) * scale;
    return B;
}

/// tr(S) I - S of the symmetric part S of A.
template <class Real>
SINEW_INLINE Mat3<Real> spin_matrix(const Mat3<Real>& A) {
    Mat3<Real> G;
    G(0, 0) = A(1, 1) + A(2, 2);
    G(1, 1) = A(0, 0) + A(2, 2);
    G(2, 2) = A(0, 0) + A(1, 1);
    G(0, 1) = G(1, 0) = Real(-0.5) * (A(0, 1) + A(1, 0));
    G(0, 2) = G(2, 0) = Real(-0.5) * (A(0, 2) + A(2, 0));
    G(1, 2) = G(2, 1) = Real(-0.5) * (A(1, 2) + A(2, 1));
    return G;
}

/// The slow and safe route: R = U V'. F of unit norm, or zero.
template <class Real>
SINEW_FLATTEN [[gnu::noinline]] Polar3<Real> polar_by_svd(const Mat3<Real>& F) {
    const Svd3<Real> f = svd(F);
    Polar3<Real> p;
    p.R = f.U * f.V.transpose();
    p.S = f.V * f.s.asDiagonal() * f.V.transpose();
    p.G = spin_matrix(p.S);
    const Vec3<Real> g(f.s[1] + f.s[2], f.s[0] + f.s[2], f.s[0] + f.s[1]);
    Vec3<Real> g_inv;
    for (int i = 0; i < 3; ++i) g_inv[i] = Real(1) / max(g[i], Real(1e-10));
    p.G_inv = f.V * g_inv.asDiagonal() * f.V.transpose();
    return p;
}

/// Markley's nearly orthogonal R for F of unit norm, about 1e-16 / (s_2 + s_3)^2 off where the
/// iteration has converged.
template <class Real>
SINEW_INLINE Mat3<Real> rotation_from_trace(const Mat3<Real>& F) {
    const Mat3<Real> C = cofactors(F);
    const Real J = F.col(0).dot(C.col(0));
    const Real c = C.squaredNorm();
    // tr(S)^2 = 1 + 2 sqrt(c + 2 J tr(S)) and tr(S) <= sqrt(3) bound the root from above, where
    // Newton's method falls towards it without overshooting.
    Real x = sqrt(Real(1) + Real(2) * sqrt(c + Real(2 * std::numbers::sqrt3) * max(J, Real(0))));
    for (int i = 0; i < 3; ++i) {
        const Real h = x * x - Real(1);
        x -= (h * h - Real(8) * J * x - Real(4) * c) / (Real(4) * (x * h - Real(2) * J));
    }
    const Real k = Real(0.5) * (x * x - Real(1));
    const Real scale = Real(1) / (x * k - J);  // (s_1 + s_2) (s_2 + s_3) (s_3 + s_1) below
    Mat3<Real> polynomial = symmetric_product(F, F) * (-scale);
    for (int i = 0; i < 3; ++i) polynomial(i, i) += (k + Real(1)) * scale;
    return F * polynomial + (x * scale) * C;
}

}  // namespace detail

/// See the head of this file; any F with |F| between 1e-140 and 1e140, or zero (R = I then).
template <class Real>
SINEW_FLATTEN Polar3<Real> polar(const Mat3<Real>& F) {
    const Real size = sqrt(F.squaredNorm());
    const Real unit = select(size == 0.0, Real(1), size);
    const Real per_unit = Real(1) / unit;
    const Mat3<Real> N = F * per_unit;

    const Mat3<Real> start = detail::rotation_from_trace(N);
    Mat3<Real> excess = detail::symmetric_product(start, start);
    for (int i = 0; i < 3; ++i) excess(i, i) -= Real(1);
    const Mat3<Real> R = start - Real(0.5) * (start * excess);
    const Mat3<Real> A = R.transpose() * N;
    const Vec3<Real> w = detail::inverse_symmetric(detail::spin_matrix(A)) * axial(A);
    // Both Newton steps square these errors; what they leave must be below round-off.
    const bool_of<Real> good = (excess.squaredNorm() < 1e-16) && (w.squaredNorm() < 1e-16);
    Polar3<Real> p;
    p.R = R + detail::times_skew(R, w);
    p.S = detail::symmetric_product(p.R, N);
    p.G = detail::spin_matrix(p.S);
    p.G_inv = detail::inverse_symmetric(p.G);
    if (!all(good)) {
        const Polar3<Real> safe = detail::polar_by_svd(N);
        p.R = select(good, p.R, safe.R);
        p.S = select(good, p.S, safe.S);
        p.G = select(good, p.G, safe.G);
        p.G_inv = select(good, p.G_inv, safe.G_inv);
    }
    p.S *= unit;
    p.G *= unit;
    p.G_inv *= per_unit;
    return p;
}

/// Change of the rotation R of F = R S when F changes by H.
template <class Real>
SINEW_INLINE Mat3<Real> rotation_change(const Polar3<Real>& p, const Mat3<Real>& H) {
    const Mat3<Real> A = p.R.transpose() * H;
    return detail::times_skew<Real>(p.R, p.G_inv * axial(A));
}

}  // namespace sinew
