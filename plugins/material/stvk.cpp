/// St. Venant-Kirchhoff solid: linear elasticity in the Green strain, isotropic. Right for large
/// rotations with small strains; defined for every F, but it softens in compression and turns
/// unstable below a stretch of 1/sqrt(3), so that elements may collapse and invert.
///
/// The formulas are those of mechanics/law/stvk.hpp, which players of reduced models take too.

#include <sinew/mechanics/law/stvk.hpp>
#include <sinew/mechanics/material/hyperelastic.hpp>
#include <sinew/mechanics/material/isotropic.hpp>
#include <sinew/mechanics/material/stvk_parameters.hpp>

namespace sinew {

class StVK final : public Hyperelastic<StVK>, public StvkLaw, public StvkMaterial {
public:
    static constexpr const char* source =
        "Bonet & Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, 2008, ch. 6";
    static constexpr std::array traits{material_trait::stvk};

    using Params = IsotropicParams;

    const StvkMaterial* stvk() const override { return this; }
    std::vector<ElasticConstants> constants(const VolumeMesh& mesh) const override {
        const Eigen::VectorXd young = params().young.on(mesh), poisson = params().poisson.on(mesh);
        std::vector<ElasticConstants> each;
        for (Index e = 0; e < young.size(); ++e) each.push_back({young[e], poisson[e]});
        return each;
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::StVK, "material/stvk", "St. Venant-Kirchhoff solid")
