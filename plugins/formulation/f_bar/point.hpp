/// Psi(Fb) at one point as a function of its own F and of the group's theta:
///
///     Fb = s F,  s = (theta/J)^(1/3),  G = F^-T,  A H = H - (G:H)/3 F,  P = dPsi/dFb,  C = dP/dFb
///     dPsi/dF        = s A'P = s (P - (P:F)/3 G)
///     dPsi/dtheta    = P:Fb / (3 theta)                                            =: pressure
///     d2Psi/dF dF    = s^2 A'CA + s/3 (-P(x)G - G(x)P + (P:F)/3 G(x)G + (P:F) G.'G)
///     d2Psi/dF dtheta = s/(3 theta) A'(P + C:Fb)                                   =: mixed
///     d2Psi/dtheta^2  = (Fb:C:Fb - 2 P:Fb) / (9 theta^2)                           =: curvature
///
/// where (x) is the dyadic product and (G.'G) H = G H'G. The group's energy depends on its
/// displacements through F of each point and theta = (1/V) sum w J, with dJ = J G:dF and d2J =
/// J (G(x)G - G.'G); so with p = (1/V) sum w pressure the point takes p J G into its stress and p
/// d2J into its stiffness, and the rest of the stiffness is of low rank over the group:
///
///     c j' + j c' + h j j',   c = sum w B'mixed,  j = dtheta/du,  h = sum w curvature.
///
/// The PSD-projected stiffness is the sum of w (dFb/du)' C (dFb/du) over the points, with the
/// PSD-projected C of the law: what is left of these formulas without P and p, whose share (the
/// curvature of Fb in u) may have any sign.
#pragma once

#include <sinew/mechanics/material/material.hpp>
#include <sinew/mechanics/math/types.hpp>

namespace sinew::f_bar {

SINEW_INLINE Pack dot(const Mat3<Pack>& a, const Mat3<Pack>& b) {
    Pack sum(0.0);
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i) sum += a(i, j) * b(i, j);
    return sum;
}

/// F with what follows from it alone.
struct Deformation {
    Mat3<Pack> F, G;
    Pack J;

    Deformation() = default;
    explicit Deformation(const Mat3<Pack>& f)
        : F(f), G(f.inverse().transpose()), J(f.determinant()) {}
};

struct Point {
    Deformation d;
    Pack theta, s;
    Mat3<Pack> Fb;

    Point() = default;
    Point(const Deformation& deformation, Pack t)
        : d(deformation), theta(t), s(cbrt(Pack(t / d.J))), Fb(s * d.F) {}

    Pack pressure(const Mat3<Pack>& P) const { return dot(P, Fb) / (3.0 * theta); }

    /// A'P
    Mat3<Pack> deviator(const Mat3<Pack>& P) const { return P - Pack(dot(P, d.F) / 3.0) * d.G; }
    /// A H
    Mat3<Pack> isochoric(const Mat3<Pack>& H) const { return H - Pack(dot(d.G, H) / 3.0) * d.F; }

    Mat3<Pack> stress(const Mat3<Pack>& P, Pack p) const {
        return s * deviator(P) + Pack(p * d.J) * d.G;
    }

    /// dFb for changes H of F and t of theta.
    Mat3<Pack> change_of_Fb(const Mat3<Pack>& H, Pack t) const {
        return s * isochoric(H) + Pack(t / (3.0 * theta)) * Fb;
    }
    /// d(pressure), with dP the law's answer to dFb.
    Pack change_of_pressure(const Mat3<Pack>& P, const Mat3<Pack>& dFb, const Mat3<Pack>& dP,
                            Pack t) const {
        return (dot(dP, Fb) + dot(P, dFb)) / (3.0 * theta) - pressure(P) * t / theta;
    }
    /// d(stress), with dp the change of p.
    Mat3<Pack> change_of_stress(const Mat3<Pack>& P, Pack p, const Mat3<Pack>& H,
                                const Mat3<Pack>& dP, Pack t, Pack dp) const {
        const Pack GH = dot(d.G, H), PF = dot(P, d.F);
        const Mat3<Pack> GHG = d.G * H.transpose() * d.G;
        const Pack ds = s / 3.0 * (t / theta - GH);
        return ds * deviator(P) +
               s * (dP - Pack((dot(dP, d.F) + dot(P, H)) / 3.0) * d.G + Pack(PF / 3.0) * GHG) +
               Pack(dp * d.J + p * d.J * GH) * d.G - Pack(p * d.J) * GHG;
    }

    /// These take C:Fb.
    Mat3<Pack> mixed(const Mat3<Pack>& P, const Mat3<Pack>& C_Fb) const {
        return Pack(s / (3.0 * theta)) * deviator(P + C_Fb);
    }
    Pack curvature(const Mat3<Pack>& P, const Mat3<Pack>& C_Fb) const {
        return (dot(Fb, C_Fb) - 2.0 * dot(P, Fb)) / (9.0 * theta * theta);
    }

    /// d2Psi/dF dF + p d2J, in place of the law's C.
    Tangent9<Pack> stiffness(const Mat3<Pack>& P, const Tangent9<Pack>& C, Pack p) const {
        const Mat3<Pack> y = times(C, d.F);
        const Pack PF = dot(P, d.F), s2 = s * s;
        const Pack on_GG = s2 * dot(d.F, y) / 9.0 + s * PF / 9.0 + p * d.J;
        const Pack on_turn = s * PF / 3.0 - p * d.J;
        const Mat3<Pack> z = Pack(-s2 / 3.0) * y - Pack(s / 3.0) * P;
        Tangent9<Pack> K;
        for (int l = 0; l < 3; ++l)
            for (int k = 0; k < 3; ++k)
                for (int j = 0; j < 3; ++j)
                    for (int i = 0; i < 3; ++i)
                        K(i + 3 * j, k + 3 * l) = s2 * C(i + 3 * j, k + 3 * l) +
                                                  d.G(i, j) * z(k, l) + z(i, j) * d.G(k, l) +
                                                  on_GG * d.G(i, j) * d.G(k, l) +
                                                  on_turn * d.G(i, l) * d.G(k, j);
        return K;
    }
};

}  // namespace sinew::f_bar
