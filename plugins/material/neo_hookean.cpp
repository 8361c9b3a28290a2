/// Compressible neo-Hookean solid: isotropic, defined for J = det F > 0.
///
/// The formulas are those of mechanics/law/neo_hookean.hpp, which players of reduced models take
/// too.

#include <sinew/mechanics/law/neo_hookean.hpp>
#include <sinew/mechanics/material/hyperelastic.hpp>
#include <sinew/mechanics/material/isotropic.hpp>

namespace sinew {

class NeoHookean final : public Hyperelastic<NeoHookean>, public NeoHookeanLaw {
public:
    static constexpr const char* source =
        "Bonet & Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, 2008, ch. 6";

    using Params = IsotropicParams;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::NeoHookean, "material/neo_hookean", "Compressible neo-Hookean solid")
