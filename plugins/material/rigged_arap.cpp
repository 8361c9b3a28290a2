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
#include <sinew/mechanics/skinning/ex_rotated_material.hpp>

namespace sinew {

struct RiggedArapParams {
    Field<double> young = 1e5;
    static constexpr auto fields = std::tuple{
        field("young", &RiggedArapParams::young, unit::Pa, positive,
              "Young's modulus E; Poisson's ratio is 0"),
    };
};

class RiggedArap final : public ExRotatedMaterial<RiggedArap, RiggedArapParams> {
public:
    static constexpr const char* source = "Song et al. 2023; Gao, Mitchell & Sifakis 2014, eq. 5";
    static constexpr bool has_constant_tangent = true;
    using ExRotatedMaterial::ExRotatedMaterial;

    static Point<double> point(double young) { return {young / 2, 0}; }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::RiggedArap, "material/rigged_arap",
             "As-rigid-as-possible with rotations from a rig")
