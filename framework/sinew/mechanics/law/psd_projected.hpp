/// The tangent of an isotropic law with its negative eigenvalues raised to zero.
#pragma once

#include <sinew/mechanics/law/tangent9.hpp>
#include <sinew/mechanics/math/eigen_symmetric.hpp>
#include <sinew/mechanics/math/svd.hpp>
#include <sinew/mechanics/math/types.hpp>

namespace sinew {

namespace detail {

/// dP/dF of an isotropic law at a diagonal F. It maps diagonal changes of F to diagonal changes of
/// P, and for each pair of axes (a, b), the changes (H_ab, H_ba) by [[same, cross], [cross, same]].
template <class Real>
struct DiagonalTangent {
    Mat3<Real> stretch;      ///< dP_aa/dF_bb
    Vec3<Real> same, cross;  ///< dP_ab/dF_ab and dP_ba/dF_ab; entry n for the axes n + 1, n + 2
};

/// The blocks of a law's dP/dF [Pa] at F = diag(s).
template <class Law, class Real, class Point>
SINEW_INLINE DiagonalTangent<Real> diagonal_tangent(const Law& law, const Vec3<Real>& s,
                                                    const Point& p) {
    const Mat3<Real> S = s.asDiagonal();
    const auto& f = prepared(law, S);
    DiagonalTangent<Real> at_S;
    if constexpr (requires { law.hessian(f, p); }) {
        const Tangent9<Real> dPdF = law.hessian(f, p);
        for (int n = 0; n < 3; ++n) {
            const int a = (n + 1) % 3, b = (n + 2) % 3;
            for (int m = 0; m < 3; ++m) at_S.stretch(m, n) = dPdF(4 * m, 4 * n);
            at_S.same[n] = dPdF(a + 3 * b, a + 3 * b);
            at_S.cross[n] = dPdF(b + 3 * a, a + 3 * b);
        }
    } else {
        for (int n = 0; n < 3; ++n) {
            const int a = (n + 1) % 3, b = (n + 2) % 3;
            const Mat3<Real> stretched = law.stress_change(f, unit_direction<Real>(n, n), p);
            const Mat3<Real> sheared = law.stress_change(f, unit_direction<Real>(a, b), p);
            at_S.stretch.col(n) = stretched.diagonal();
            at_S.same[n] = sheared(a, b);
            at_S.cross[n] = sheared(b, a);
        }
    }
    return at_S;
}

/// sum over n of left_n right_n', which the caller knows to be symmetric
template <class Real>
SINEW_INLINE Tangent9<Real> symmetric_product(const Tangent9<Real>& left,
                                              const Tangent9<Real>& right) {
    Tangent9<Real> sum;
    for (int i = 0; i < 9; ++i)
        for (int j = 0; j <= i; ++j) {
            Real entry = left(i, 0) * right(j, 0);
            for (int n = 1; n < 9; ++n) entry += left(i, n) * right(j, n);
            sum(i, j) = entry;
            sum(j, i) = entry;
        }
    return sum;
}

}  // namespace detail

/// For an isotropic law and F = U S V', the derivative in the direction U H V' is U dP(S)[H] V'. So
/// the blocks of DiagonalTangent give all nine eigenvalues, whatever the law: three of the
/// stretches, and same +- cross, whose eigenmatrices are the shear and the twist of each plane.
/// Nothing divides by differences of singular values: equal ones need no care.
///
/// The structure is that of Smith, de Goes & Kim, Analytic Eigensystems for Isotropic Distortion
/// Energies, 2019, who derive the blocks of each energy from its invariants.
template <class Real>
struct PsdProjectedModes {
    Svd3<Real> f;
    Mat3<Real> stretch;       ///< without negative eigenvalues
    Vec3<Real> shear, twist;  ///< half of the eigenvalues, none below zero; n: axes n + 1, n + 2

    /// Evaluates the modes of the law's tangent at F; p: its parameters there.
    template <class Law, class Point>
    SINEW_INLINE PsdProjectedModes(const Law& law, const Mat3<Real>& F, const Point& p)
        : f(svd(F)) {
        const detail::DiagonalTangent<Real> at_S = detail::diagonal_tangent(law, f.s, p);
        stretch = project_semidefinite(at_S.stretch);
        for (int n = 0; n < 3; ++n) {
            shear[n] = 0.5 * max(at_S.same[n] + at_S.cross[n], Real(0.0));
            twist[n] = 0.5 * max(at_S.same[n] - at_S.cross[n], Real(0.0));
        }
    }
};

/// dP/dF of an isotropic law, PSD-projected.
template <class Law, class Real, class Point>
SINEW_INLINE Tangent9<Real> psd_projected_isotropic(const Law& law, const Mat3<Real>& F,
                                                    const Point& p) {
    const PsdProjectedModes<Real> psd_projected(law, F, p);
    const auto dyad = [&f = psd_projected.f](int a, int b) {
        Eigen::Matrix<Real, 9, 1> vec;
        for (int m = 0; m < 9; ++m) vec[m] = f.U(m % 3, a) * f.V(m / 3, b);
        return vec;
    };

    // Columns 0-2 span the stretches, 3-5 are the shears, 6-8 the twists (their norm is the root of
    // 2, so that they go with half of the eigenvalues).
    Tangent9<Real> modes, weighted;
    for (int n = 0; n < 3; ++n) {
        const int a = (n + 1) % 3, b = (n + 2) % 3;
        const Eigen::Matrix<Real, 9, 1> ab = dyad(a, b), ba = dyad(b, a);
        modes.col(n) = dyad(n, n);
        modes.col(3 + n) = ab + ba;
        modes.col(6 + n) = ab - ba;
        weighted.col(3 + n) = psd_projected.shear[n] * modes.col(3 + n);
        weighted.col(6 + n) = psd_projected.twist[n] * modes.col(6 + n);
    }
    for (int n = 0; n < 3; ++n)
        weighted.col(n) = psd_projected.stretch(0, n) * modes.col(0) +
                          psd_projected.stretch(1, n) * modes.col(1) +
                          psd_projected.stretch(2, n) * modes.col(2);
    return detail::symmetric_product(weighted, modes);
}

/// The same tangent times H, without its 81 entries.
template <class Law, class Real, class Point>
SINEW_INLINE Mat3<Real> psd_projected_isotropic_change(const Law& law, const Mat3<Real>& F,
                                                       const Mat3<Real>& H, const Point& p) {
    const PsdProjectedModes<Real> psd_projected(law, F, p);
    const Mat3<Real> h = psd_projected.f.U.transpose() * H * psd_projected.f.V;
    Mat3<Real> dP;
    for (int n = 0; n < 3; ++n) {
        const int a = (n + 1) % 3, b = (n + 2) % 3;
        dP(n, n) = psd_projected.stretch(n, 0) * h(0, 0) + psd_projected.stretch(n, 1) * h(1, 1) +
                   psd_projected.stretch(n, 2) * h(2, 2);
        const Real shear = psd_projected.shear[n] * (h(a, b) + h(b, a));
        const Real twist = psd_projected.twist[n] * (h(a, b) - h(b, a));
        dP(a, b) = shear + twist;
        dP(b, a) = shear - twist;
    }
    return psd_projected.f.U * dP * psd_projected.f.V.transpose();
}

}  // namespace sinew
