/// Stable neo-Hookean solid: isotropic, defined for every F, inverted ones included, and free of
/// the infinite forces of ln J. For soft tissue with nu up to 0.5.
///
///     Psi(F)  = mu/2 (I_C - 3) + lambda/2 (J - alpha)^2 - mu/2 ln(I_C + 1) + constant   [J/m^3]
///     P(F)    = mu (1 - 1/(I_C + 1)) F + lambda (J - alpha) cof F                       [Pa]
///     dP(F)H  = mu (1 - 1/(I_C + 1)) H + 2 mu/(I_C + 1)^2 (F:H) F
///             + lambda (cof F:H) cof F + lambda (J - alpha) d(cof F)[H]
///
/// with I_C = tr F'F, J = det F, alpha = 1 + 3 mu/(4 lambda), which makes F = I stress-free; the
/// constant makes its energy zero. For small strains to be those of E and nu, the law's parameters
/// are mu = 4/3 mu_Lame and lambda = lambda_Lame + 5/6 mu_Lame.
///
/// Smith, de Goes & Kim, Stable Neo-Hookean Flesh Simulation, 2018, section 3.
#pragma once

#include <memory>
#include <sinew/mechanics/law/lame.hpp>
#include <sinew/mechanics/law/pack_points.hpp>
#include <sinew/mechanics/law/point_law.hpp>
#include <sinew/mechanics/math/polar.hpp>

namespace sinew {

/// The formulas, see above; Real is double, or a pack of eight elements.
class StableNeoHookeanLaw {
public:
    /// Its name in files of reduced models.
    static constexpr const char* name = "stable_neo_hookean";

    /// The law's own constants.
    template <class Real>
    struct Point {
        Real mu, lambda;  ///< not Lame's, see above [Pa]
        Real alpha;       ///< J at which lambda (J - alpha)^2 vanishes
    };
    /// young: E [Pa]; poisson: nu.
    static Point<double> point(double young, double poisson) {
        const Lame lame = lame_from(young, poisson);
        const double mu = 4 * lame.mu / 3;
        const double lambda = lame.lambda + 5 * lame.mu / 6;
        return {mu, lambda, 1 + 0.75 * mu / lambda};
    }

    /// Psi [J/m^3].
    template <class Real>
    Real energy(const Mat3<Real>& F, const Point<Real>& p) const {
        const Real I_C = F.squaredNorm();
        const Real J = F.determinant();
        // (J - alpha)^2 - (1 - alpha)^2 and ln((I_C + 1)/4), whose constants vanish at rest.
        return 0.5 * p.mu * (I_C - 3 - log(0.25 * (I_C + 1))) +
               0.5 * p.lambda * (J - 1) * (J + 1 - 2 * p.alpha);
    }

    /// P [Pa], 3 x 3.
    template <class Real>
    Mat3<Real> stress(const Mat3<Real>& F, const Point<Real>& p) const {
        const Real shear = p.mu * (1 - 1 / (F.squaredNorm() + 1));
        return shear * F + p.lambda * (F.determinant() - p.alpha) * detail::cofactors(F);
    }

    /// dP(F)H [Pa], 3 x 3.
    template <class Real>
    Mat3<Real> stress_change(const Mat3<Real>& F, const Mat3<Real>& H, const Point<Real>& p) const {
        const Real q = 1 / (F.squaredNorm() + 1);
        const Mat3<Real> C = detail::cofactors(F);
        Mat3<Real> dC;
        for (int j = 0; j < 3; ++j) {
            const int a = (j + 1) % 3, b = (j + 2) % 3;
            dC.col(j) = H.col(a).cross(F.col(b)) + F.col(a).cross(H.col(b));
        }
        return p.mu * (1 - q) * H + 2 * p.mu * q * q * F.cwiseProduct(H).sum() * F +
               p.lambda * C.cwiseProduct(H).sum() * C + p.lambda * (F.determinant() - p.alpha) * dC;
    }

    /// d(cof F)_ij/dF_kl is +-F_mn with the rows i, k, m and the columns j, l, n all different.
    template <class Real>
    Tangent9<Real> hessian(const Mat3<Real>& F, const Point<Real>& p) const {
        const Real q = 1 / (F.squaredNorm() + 1);
        const Real two_mu_q2 = 2 * p.mu * q * q;
        const Mat3<Real> C = detail::cofactors(F);
        const Mat3<Real> A = p.lambda * (F.determinant() - p.alpha) * F;
        Tangent9<Real> dPdF = symmetric_tangent<Real>([&](int i, int j, int k, int l) {
            const Real entry = two_mu_q2 * F(i, j) * F(k, l) + p.lambda * C(i, j) * C(k, l);
            if (i == k || j == l) return entry;
            const Real& a = A(3 - i - k, 3 - j - l);
            const bool is_even = ((k - i + 3) % 3 == 1) == ((l - j + 3) % 3 == 1);
            return is_even ? Real(entry + a) : Real(entry - a);
        });
        dPdF.diagonal().array() += p.mu * (1 - q);
        return dPdF;
    }

    /// The law with its constants on the elements of a mesh, compiled once.
    static std::unique_ptr<PointLaw> on(PackPoints<Point<Pack>> points);
};

}  // namespace sinew
