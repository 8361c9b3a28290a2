/// Corotational linear elasticity, isotropic: linear in the strain S - I of F = R S, so right for
/// large rotations with small to moderate strains. Defined for every F, inverted ones included.
///
/// The formulas are those of mechanics/law/corotational.hpp, which players of reduced models take
/// too.

#include <sinew/mechanics/law/corotational.hpp>
#include <sinew/mechanics/material/hyperelastic.hpp>
#include <sinew/mechanics/material/isotropic.hpp>
#include <sinew/mechanics/material/quadratic_stretch.hpp>

namespace sinew {

class Corotational final : public Hyperelastic<Corotational>, public CorotationalLaw {
public:
    static constexpr const char* source =
        "McAdams et al., Efficient elasticity for character skinning with contact and collisions, "
        "2011, sections 3, 6 and 7";

    using Params = IsotropicParams;

    /// The law for a known rotation R: Psi = mu ||R'F - I||^2 + lambda/2 tr(R'F - I)^2.
    struct Unrotated : QuadraticStretch {
        using Params = IsotropicParams;
    };
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Corotational, "material/corotational", "Corotational linear elasticity")
