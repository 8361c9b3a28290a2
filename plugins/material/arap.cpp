/// As-rigid-as-possible solid: the distance of F to the nearest rotation. Corotational elasticity
/// without resistance to change of volume beyond that of its stretches, that is with nu = 0.
/// Defined for every F, inverted ones included.
///
///     Psi(F)  = mu ||F - R||^2,  mu = E/2                              [J/m^3]
///     P(F)    = 2 mu (F - R)                                           [Pa]
///     dP(F)H  = 2 mu (H - dR[H])
///
/// Only twists H = R skew(w) see dR, by R skew((tr(S) I - S)^-1 2 w), so the tangent on them is
/// 2 mu (I - 2 (tr(S) I - S)^-1): indefinite in compression, where the definiteness correction
/// raises its three eigenvalues to zero.
///
/// Chao, Pinkall, Sanan & Schroeder, A simple geometric model for elastic deformations, 2010;
/// eigenvalues: Smith, de Goes & Kim, Analytic Eigensystems for Isotropic Distortion Energies,
/// 2019, section 5.2.

#include <sinew/mechanics/law/twist_tangent.hpp>
#include <sinew/mechanics/material/hyperelastic.hpp>
#include <sinew/mechanics/material/quadratic_stretch.hpp>
#include <sinew/mechanics/math/polar.hpp>

namespace sinew {

class Arap final : public Hyperelastic<Arap> {
public:
    static constexpr const char* source =
        "Chao, Pinkall, Sanan & Schroeder, A simple geometric model for elastic deformations, 2010";

    struct Params {
        Field<double> young = 1e5;

        static constexpr auto fields = std::tuple{
            field("young", &Params::young, unit::Pa, positive,
                  "Young's modulus E; Poisson's ratio is 0"),
        };
    };

    template <class Real>
    struct Point {
        Real mu;  // shear modulus [Pa]
    };
    static Point<double> point(double young) { return {young / 2}; }

    /// Terms that the formulas share; they take a Configuration in place of F.
    template <class Real>
    struct Configuration {
        Mat3<Real> F;
        Polar3<Real> polar;
    };
    template <class Real>
    Configuration<Real> at(const Mat3<Real>& F) const {
        return {F, polar(F)};
    }

    template <class Real>
    Real energy(const Configuration<Real>& c, const Point<Real>& p) const {
        return p.mu * (c.F - c.polar.R).squaredNorm();
    }

    template <class Real>
    Mat3<Real> stress(const Configuration<Real>& c, const Point<Real>& p) const {
        return 2 * p.mu * (c.F - c.polar.R);
    }

    template <class Real>
    Mat3<Real> stress_change(const Configuration<Real>& c, const Mat3<Real>& H,
                             const Point<Real>& p) const {
        return 2 * p.mu * (H - rotation_change(c.polar, H));
    }

    template <class Real>
    Tangent9<Real> hessian(const Configuration<Real>& c, const Point<Real>& p) const {
        return tangent<Real>(c.polar.R, -2 * p.mu * c.polar.G_inv, p);
    }

    template <class Real>
    Tangent9<Real> psd_projected_hessian(const Configuration<Real>& c, const Point<Real>& p) const {
        return tangent<Real>(c.polar.R, at_least<Real>(-2 * p.mu * c.polar.G_inv, -p.mu), p);
    }

    /// The law for a known rotation R: Psi = mu ||R'F - I||^2.
    struct Unrotated : QuadraticStretch {
        using Params = Arap::Params;
        static constexpr LamePoint<double> point(double young) { return {young / 2, 0}; }
    };

private:
    template <class Real>
    static Tangent9<Real> tangent(const Mat3<Real>& R, const Mat3<Real>& twist,
                                  const Point<Real>& p) {
        const TwistTangent<Real> of_rotation(R, twist);
        Tangent9<Real> dPdF = symmetric_tangent<Real>(of_rotation);
        dPdF.diagonal().array() += 2 * p.mu;
        return dPdF;
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Arap, "material/arap", "As-rigid-as-possible solid")
