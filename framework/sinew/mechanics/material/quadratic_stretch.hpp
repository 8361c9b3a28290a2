/// Corotational elasticity of a point whose rotation R is known: quadratic in G = R'F, which the
/// formulas take in the place of F.
///
///     Psi(G)  = mu ||G - I||^2 + lambda/2 tr(G - I)^2                  [J/m^3]
///     P(G)    = 2 mu (G - I) + lambda tr(G - I) I                      [Pa]
///     dP(G)H  = 2 mu H + lambda tr(H) I
///
/// The canonical energy of Gao, Mitchell & Sifakis, Steklov-Poincare skinning, 2014, section 4.
#pragma once

#include <sinew/mechanics/law/tangent9.hpp>
#include <sinew/mechanics/material/isotropic.hpp>

namespace sinew {

/// The law's formulas; p holds the Lame parameters [Pa].
struct QuadraticStretch {
    static constexpr bool is_convex = true;
    template <class Real>
    using Point = LamePoint<Real>;

    /// Psi [J/m^3].
    template <class Real>
    Real energy(const Mat3<Real>& G, const Point<Real>& p) const {
        const Mat3<Real> E = G - Mat3<Real>::Identity();
        const Real tr_E = E.trace();
        return p.mu * E.squaredNorm() + 0.5 * p.lambda * tr_E * tr_E;
    }

    /// P [Pa], 3 x 3.
    template <class Real>
    Mat3<Real> stress(const Mat3<Real>& G, const Point<Real>& p) const {
        return stress_change(G, Mat3<Real>(G - Mat3<Real>::Identity()), p);
    }

    /// dP(G)H [Pa], 3 x 3.
    template <class Real>
    Mat3<Real> stress_change(const Mat3<Real>&, const Mat3<Real>& H, const Point<Real>& p) const {
        Mat3<Real> dP = 2 * p.mu * H;
        dP.diagonal().array() += p.lambda * H.trace();
        return dP;
    }

    /// dP_ij/dG_kl = 2 mu delta_ik delta_jl + lambda delta_ij delta_kl
    template <class Real>
    Tangent9<Real> hessian(const Mat3<Real>&, const Point<Real>& p) const {
        return symmetric_tangent<Real>([&](int i, int j, int k, int l) {
            Real entry = 0.0;
            if (i == k && j == l) entry += 2 * p.mu;
            if (i == j && k == l) entry += p.lambda;
            return entry;
        });
    }
};

}  // namespace sinew
