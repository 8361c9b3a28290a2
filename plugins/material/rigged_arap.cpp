/// As-rigid-as-possible with rotations from a rig: the distance of F to the rotation that the bones
/// give its element. Its matrix is the same in every pose: factored once, a frame costs one pair of
/// triangular solves. Defined for every F.
///
///     Psi(F; q)  = mu ||F - R(q)||^2,  mu = E/2                        [J/m^3]
///     P(F; q)    = 2 mu (F - R(q))                                     [Pa]
///
/// It differs from material/arap under formulation/mixed, which sees sym(R'F) alone and is free in
/// the rest: here a turn away from R costs energy too.
///
/// Song et al., Automatic skinning using the mixed finite element method, 2023, with the energy on
/// the whole of F; Gao, Mitchell & Sifakis, Steklov-Poincare skinning, 2014, equation 5 with lambda
/// = 0.

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/material/isotropic.hpp>
#include <sinew/mechanics/rig/ex_rotated_points.hpp>
#include <sinew/mechanics/rig/rigged_body.hpp>

namespace sinew {

class RiggedArap final : public Material {
public:
    static constexpr const char* source = "Song et al. 2023; Gao, Mitchell & Sifakis 2014, eq. 5";

    struct Params {
        Field<double> young = 1e5;
        static constexpr auto fields = std::tuple{
            field("young", &Params::young, unit::Pa, positive,
                  "Young's modulus E; Poisson's ratio is 0"),
        };
    };
    template <class Real>
    using Point = LamePoint<Real>;
    static Point<double> point(double young) { return {young / 2, 0}; }

    RiggedArap(const Params& params, BuildContext& context)
        : params_(params), node_(context.node()) {
        rig_here(context);
    }

    std::unique_ptr<PointLaw> bind(const VolumeMesh& mesh) const override {
        return std::make_unique<ExRotatedPoints<RiggedArap>>(
            params_, mesh, rigged_body_of(node_, provenance).rotations(mesh));
    }
    bool follows_rig() const override { return true; }

private:
    Params params_;
    Node& node_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::RiggedArap, "material/rigged_arap",
             "As-rigid-as-possible with rotations from a rig")
