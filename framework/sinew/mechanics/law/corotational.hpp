/// Corotational linear elasticity, isotropic: linear in the strain S - I of F = R S, so right for
/// large rotations with small to moderate strains. Defined for every F, inverted ones included.
///
///     Psi(F)  = mu ||F - R||^2 + lambda/2 tr(R'F - I)^2                [J/m^3]
///     P(F)    = 2 mu (F - R) + lambda tr(R'F - I) R                    [Pa]
///     dP(F)H  = 2 mu H + lambda tr(R'H) R + (lambda tr(R'F - I) - 2 mu) dR[H]
///
/// The change dR of the rotation sees only twists H = R skew(w), and nothing else of dP can be
/// negative: on them it is R skew(A w), A = 2 mu I + 2 (lambda tr(R'F - I) - 2 mu) (tr(S) I -
/// S)^-1. The definiteness correction raises the eigenvalues of A to zero; what comes out is the
/// semidefinite tangent nearest to dP.
///
/// McAdams, Zhu, Selle, Empey, Tamstorf, Teran & Sifakis, Efficient elasticity for character
/// skinning with contact and collisions, 2011: energy and stress in section 3, differential in
/// section 6, correction in section 7.
#pragma once

#include <memory>
#include <sinew/mechanics/law/lame.hpp>
#include <sinew/mechanics/law/pack_points.hpp>
#include <sinew/mechanics/law/point_law.hpp>
#include <sinew/mechanics/law/twist_tangent.hpp>
#include <sinew/mechanics/math/polar.hpp>

namespace sinew {

/// The formulas, see above; Real is double, or a pack of eight elements.
class CorotationalLaw {
public:
    /// Its name in files of reduced models.
    static constexpr const char* name = "corotational";

    template <class Real>
    using Point = LamePoint<Real>;

    /// Terms that the formulas share; they take a Configuration in place of F.
    template <class Real>
    struct Configuration {
        Mat3<Real> F;
        Polar3<Real> polar;
        Real tr_strain;  ///< tr(R'F - I)
    };
    /// The terms at F.
    template <class Real>
    Configuration<Real> at(const Mat3<Real>& F) const {
        const Polar3<Real> f = polar(F);
        return {F, f, f.S.trace() - 3.0};
    }

    /// Psi [J/m^3].
    template <class Real>
    Real energy(const Configuration<Real>& c, const Point<Real>& p) const {
        return p.mu * (c.F - c.polar.R).squaredNorm() + 0.5 * p.lambda * c.tr_strain * c.tr_strain;
    }

    /// P [Pa], 3 x 3.
    template <class Real>
    Mat3<Real> stress(const Configuration<Real>& c, const Point<Real>& p) const {
        return 2 * p.mu * (c.F - c.polar.R) + p.lambda * c.tr_strain * c.polar.R;
    }

    /// dP(F)H [Pa], 3 x 3.
    template <class Real>
    Mat3<Real> stress_change(const Configuration<Real>& c, const Mat3<Real>& H,
                             const Point<Real>& p) const {
        const Mat3<Real>& R = c.polar.R;
        return 2 * p.mu * H + p.lambda * R.cwiseProduct(H).sum() * R +
               twist_stress(c, p) * rotation_change(c.polar, H);
    }

    /// dP/dF [Pa].
    template <class Real>
    Tangent9<Real> hessian(const Configuration<Real>& c, const Point<Real>& p) const {
        return tangent<Real>(c.polar.R, twist_stress(c, p) * c.polar.G_inv, p);
    }

    /// The semidefinite tangent nearest to dP/dF [Pa].
    template <class Real>
    Tangent9<Real> psd_projected_hessian(const Configuration<Real>& c, const Point<Real>& p) const {
        const Mat3<Real> twist = twist_stress(c, p) * c.polar.G_inv;
        return tangent<Real>(c.polar.R, at_least<Real>(twist, -p.mu), p);
    }

    /// The law with its constants on the elements of a mesh, compiled once.
    static std::unique_ptr<PointLaw> on(PackPoints<Point<Pack>> points);

private:
    template <class Real>
    static Real twist_stress(const Configuration<Real>& c, const Point<Real>& p) {
        return p.lambda * c.tr_strain - 2 * p.mu;
    }

    template <class Real>
    static Tangent9<Real> tangent(const Mat3<Real>& R, const Mat3<Real>& twist,
                                  const Point<Real>& p) {
        const TwistTangent<Real> of_rotation(R, twist);
        Tangent9<Real> dPdF = symmetric_tangent<Real>([&](int i, int j, int k, int l) {
            return p.lambda * R(i, j) * R(k, l) + of_rotation(i, j, k, l);
        });
        dPdF.diagonal().array() += 2 * p.mu;
        return dPdF;
    }
};

}  // namespace sinew
