/// The displacement formulation: nodal displacements are the only unknowns.
///
///     M u'' + f(u) = f_ext,     f_a = integral of P(F) dN_a/dX,     F = I + sum u_a (dN_a/dX)'
///
/// Takes tet4 (1 point), tet10 (4 points) and hex8 (2 x 2 x 2 points). Locks as nu goes to 0.5, the
/// more the lower the element's order: see formulation/f_bar. The quadrature for St. Venant and
/// Kirchhoff's law is exact for its energy: 14 points for tet10, 3 x 3 x 3 for hex8.
///
/// Bonet & Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, 2008, ch. 9.

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/formulation/formulation.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/mesh/element.hpp>

namespace sinew {

enum class ForceQuadrature { standard, exact_for_stvk };
template <>
struct EnumNames<ForceQuadrature> {
    static constexpr std::array names{std::pair{"standard", ForceQuadrature::standard},
                                      std::pair{"exact_for_stvk", ForceQuadrature::exact_for_stvk}};
};

class DisplacementFormulation final : public Formulation {
public:
    struct Params {
        ForceQuadrature quadrature = ForceQuadrature::standard;
        static constexpr auto fields = std::tuple{
            field(
                "quadrature", &Params::quadrature,
                "Points of the internal forces: enough for the element's order (standard), or for "
                "the quartic energy of material/stvk, which is what forces/stvk_polynomial has"),
        };
    };
    static constexpr const char* source = "Bonet & Wood 2008, ch. 9";

    explicit DisplacementFormulation(const Params& params) : params_(params) {}

    std::unique_ptr<BodySystem> make(Body& body, const BodyParts& parts) const override {
        const ElementType type = body.mesh.type;
        const int degree = params_.quadrature == ForceQuadrature::standard ? force_degree(type)
                                                                           : stvk_degree(type);
        return std::make_unique<FullSpaceSystem>(
            body, parts, displacement_forces(body.mesh, *body.material, degree));
    }

private:
    Params params_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::DisplacementFormulation, "formulation/displacement",
             "Nodal displacements as the only unknowns")
