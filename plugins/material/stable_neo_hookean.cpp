/// Stable neo-Hookean solid: isotropic, defined for every F, inverted ones included, and free of
/// the infinite forces of ln J. For soft tissue with nu up to 0.5.
///
/// The formulas are those of mechanics/law/stable_neo_hookean.hpp, which players of reduced models
/// take too.

#include <sinew/mechanics/law/stable_neo_hookean.hpp>
#include <sinew/mechanics/material/hyperelastic.hpp>
#include <sinew/mechanics/material/isotropic.hpp>

namespace sinew {

class StableNeoHookean final : public Hyperelastic<StableNeoHookean>, public StableNeoHookeanLaw {
public:
    static constexpr const char* source =
        "Smith, de Goes & Kim, Stable Neo-Hookean Flesh Simulation, 2018, section 3";

    using Params = IsotropicParams;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::StableNeoHookean, "material/stable_neo_hookean",
             "Neo-Hookean solid that survives inversion")
