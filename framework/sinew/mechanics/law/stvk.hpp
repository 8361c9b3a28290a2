/// St. Venant-Kirchhoff solid: linear elasticity in the Green strain, isotropic. Right for large
/// rotations with small strains; defined for every F, but it softens in compression and turns
/// unstable below a stretch of 1/sqrt(3), so that elements may collapse and invert.
///
///     E       = (F'F - I) / 2
///     S(F)    = 2 mu E + lambda tr(E) I                                [Pa]
///     Psi(F)  = mu E:E + lambda/2 tr(E)^2                              [J/m^3]
///     P(F)    = F S                                                    [Pa]
///     dP(F)H  = H S + F (2 mu dE + lambda tr(dE) I),  dE = sym(F'H)
///
/// Bonet & Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, 2008, ch. 6.
#pragma once

#include <memory>
#include <sinew/mechanics/law/lame.hpp>
#include <sinew/mechanics/law/pack_points.hpp>
#include <sinew/mechanics/law/point_law.hpp>

namespace sinew {

/// The formulas, see above; Real is double, or a pack of eight elements.
class StvkLaw {
public:
    /// Its name in files of reduced models.
    static constexpr const char* name = "stvk";

    template <class Real>
    using Point = LamePoint<Real>;

    /// Psi [J/m^3].
    template <class Real>
    Real energy(const Mat3<Real>& F, const Point<Real>& p) const {
        const Mat3<Real> E = green_strain(F);
        const Real tr_E = E.trace();
        return p.mu * E.squaredNorm() + 0.5 * p.lambda * tr_E * tr_E;
    }

    /// P [Pa], 3 x 3.
    template <class Real>
    Mat3<Real> stress(const Mat3<Real>& F, const Point<Real>& p) const {
        return F * second_stress(green_strain(F), p);
    }

    /// dP(F)H [Pa], 3 x 3.
    template <class Real>
    Mat3<Real> stress_change(const Mat3<Real>& F, const Mat3<Real>& H, const Point<Real>& p) const {
        const Mat3<Real> F_T_H = F.transpose() * H;
        const Mat3<Real> dE = 0.5 * (F_T_H + F_T_H.transpose());
        return H * second_stress(green_strain(F), p) + F * second_stress(dE, p);
    }

    /// dP_ij/dF_kl = delta_ik S_jl + mu (F_il F_kj + delta_jl (F F')_ik) + lambda F_ij F_kl
    template <class Real>
    Tangent9<Real> hessian(const Mat3<Real>& F, const Point<Real>& p) const {
        const Mat3<Real> S = second_stress(green_strain(F), p);
        const Mat3<Real> mu_B = p.mu * (F * F.transpose());
        return symmetric_tangent<Real>([&](int i, int j, int k, int l) {
            Real entry = p.mu * F(i, l) * F(k, j) + p.lambda * F(i, j) * F(k, l);
            if (i == k) entry += S(j, l);
            if (j == l) entry += mu_B(i, k);
            return entry;
        });
    }

    /// The law with its constants on the elements of a mesh, compiled once.
    static std::unique_ptr<PointLaw> on(PackPoints<Point<Pack>> points);

private:
    template <class Real>
    static Mat3<Real> green_strain(const Mat3<Real>& F) {
        return 0.5 * (F.transpose() * F - Mat3<Real>::Identity());
    }

    /// S of a strain, and dS of its change: the law is linear in E.
    template <class Real>
    static Mat3<Real> second_stress(const Mat3<Real>& E, const Point<Real>& p) {
        Mat3<Real> S = 2 * p.mu * E;
        S.diagonal().array() += p.lambda * E.trace();
        return S;
    }
};

}  // namespace sinew
