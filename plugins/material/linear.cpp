/// Linear elasticity, isotropic: for small strains and small rotations. A rotated body grows, and
/// its forces do not turn with it. Defined for every F; its tangent is constant and definite.
///
///     eps     = (F + F')/2 - I
///     Psi(F)  = mu eps:eps + lambda/2 tr(eps)^2                        [J/m^3]
///     P(F)    = 2 mu eps + lambda tr(eps) I                            [Pa]
///     dP(F)H  = 2 mu sym(H) + lambda tr(H) I
///
/// Timoshenko & Goodier, Theory of Elasticity, 3rd ed., 1970, ch. 1.

#include <sinew/mechanics/material/hyperelastic.hpp>
#include <sinew/mechanics/material/isotropic.hpp>

namespace sinew {

class Linear final : public Hyperelastic<Linear> {
public:
    static constexpr const char* source =
        "Timoshenko & Goodier, Theory of Elasticity, 3rd ed., 1970, ch. 1";
    static constexpr std::array traits{material_trait::affine_forces};
    static constexpr bool is_convex = true;
    static constexpr bool is_small_strain = true;
    static constexpr bool has_constant_tangent = true;

    using Params = IsotropicParams;
    template <class Real>
    using Point = LamePoint<Real>;

    template <class Real>
    Real energy(const Mat3<Real>& F, const Point<Real>& p) const {
        const Mat3<Real> D = F - Mat3<Real>::Identity();
        const Mat3<Real> eps = 0.5 * (D + D.transpose());
        const Real tr_eps = eps.trace();
        return p.mu * eps.squaredNorm() + 0.5 * p.lambda * tr_eps * tr_eps;
    }

    template <class Real>
    Mat3<Real> stress(const Mat3<Real>& F, const Point<Real>& p) const {
        return stress_change(F, Mat3<Real>(F - Mat3<Real>::Identity()), p);
    }

    template <class Real>
    Mat3<Real> stress_change(const Mat3<Real>&, const Mat3<Real>& H, const Point<Real>& p) const {
        Mat3<Real> dP = p.mu * (H + H.transpose());
        dP.diagonal().array() += p.lambda * H.trace();
        return dP;
    }

    /// dP_ij/dF_kl = mu (delta_ik delta_jl + delta_il delta_jk) + lambda delta_ij delta_kl
    template <class Real>
    Tangent9<Real> hessian(const Mat3<Real>&, const Point<Real>& p) const {
        return symmetric_tangent<Real>([&](int i, int j, int k, int l) {
            Real entry = 0.0;
            if (i == k && j == l) entry += p.mu;
            if (i == l && j == k) entry += p.mu;
            if (i == j && k == l) entry += p.lambda;
            return entry;
        });
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Linear, "material/linear", "Linear elasticity for small strains and rotations")
