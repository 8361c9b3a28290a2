/// Compressible neo-Hookean solid: isotropic, defined for J = det F > 0.
///
///     Psi(F)  = mu/2 (tr F'F - 3) - mu ln J + lambda/2 (ln J)^2        [J/m^3]
///     P(F)    = mu (F - F^-T) + lambda ln J F^-T                       [Pa]
///     dP(F)H  = mu H + (mu - lambda ln J) F^-T H' F^-T + lambda tr(F^-1 H) F^-T
///
/// Bonet & Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, 2008, ch. 6.
#pragma once

#include <memory>
#include <sinew/mechanics/law/lame.hpp>
#include <sinew/mechanics/law/pack_points.hpp>
#include <sinew/mechanics/law/point_law.hpp>

namespace sinew {

/// The formulas, see above; Real is double, or a pack of eight elements.
class NeoHookeanLaw {
public:
    /// Its name in files of reduced models.
    static constexpr const char* name = "neo_hookean";

    template <class Real>
    using Point = LamePoint<Real>;

    /// True where det F > 0.
    template <class Real>
    bool_of<Real> admissible(const Mat3<Real>& F) const {
        return F.determinant() > 0;
    }

    /// Psi [J/m^3].
    template <class Real>
    Real energy(const Mat3<Real>& F, const Point<Real>& p) const {
        const Real ln_J = log(F.determinant());
        return 0.5 * p.mu * (F.squaredNorm() - 3) - p.mu * ln_J + 0.5 * p.lambda * ln_J * ln_J;
    }

    /// P [Pa], 3 x 3.
    template <class Real>
    Mat3<Real> stress(const Mat3<Real>& F, const Point<Real>& p) const {
        const Mat3<Real> F_inv_T = F.inverse().transpose();
        return p.mu * (F - F_inv_T) + p.lambda * log(F.determinant()) * F_inv_T;
    }

    /// dP(F)H [Pa], 3 x 3.
    template <class Real>
    Mat3<Real> stress_change(const Mat3<Real>& F, const Mat3<Real>& H, const Point<Real>& p) const {
        const Real ln_J = log(F.determinant());
        const Mat3<Real> F_inv = F.inverse();
        return p.mu * H + (p.mu - p.lambda * ln_J) * (F_inv * H * F_inv).transpose() +
               p.lambda * (F_inv * H).trace() * F_inv.transpose();
    }

    /// The nine stress changes of unit directions at once, four times as fast.
    template <class Real>
    Tangent9<Real> hessian(const Mat3<Real>& F, const Point<Real>& p) const {
        const Mat3<Real> G = F.inverse().transpose();
        const Real a = p.mu - p.lambda * log(F.determinant());
        Tangent9<Real> dPdF = symmetric_tangent<Real>([&](int i, int j, int k, int l) {
            return a * G(i, l) * G(k, j) + p.lambda * G(i, j) * G(k, l);
        });
        dPdF.diagonal().array() += p.mu;
        return dPdF;
    }

    /// The law with its constants on the elements of a mesh, compiled once.
    static std::unique_ptr<PointLaw> on(PackPoints<Point<Pack>> points);
};

}  // namespace sinew
