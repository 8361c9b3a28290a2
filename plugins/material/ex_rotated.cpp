/// Ex-rotated elasticity: corotational, with a rotation that is not that of F but the one which a
/// rig's bones give each element by the weights at its centre. Quadratic in F, so that forces are
/// affine in positions, with coefficients that only the pose decides. Defined for every F.
///
///     Psi(F; q)  = mu ||F - R||^2 + lambda/2 tr(R'F - I)^2             [J/m^3]
///     P(F; q)    = 2 mu (F - R) + lambda tr(R'F - I) R                 [Pa]
///     K_e(q)     = R_* K_e(0) R_*'
///
/// R(q): the rotation of the blended dual quaternions of the bones. A pose whose rotations differ
/// is not at rest anywhere; where they agree it is corotational elasticity.
///
/// Gao, Mitchell & Sifakis, Steklov-Poincare skinning, 2014, section 4, equations 5 and 6.

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/skinning/ex_rotated_material.hpp>

namespace sinew {

class ExRotated final : public ExRotatedMaterial<ExRotated, IsotropicParams> {
public:
    static constexpr const char* source =
        "Gao, Mitchell & Sifakis, Steklov-Poincare skinning, 2014, equations 5 and 6";
    using ExRotatedMaterial::ExRotatedMaterial;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::ExRotated, "material/ex_rotated",
             "Corotational elasticity whose rotations come from a rig")
