/// The displacement formulation: nodal displacements are the only unknowns.
///
///     M u'' + f(u) = f_ext,     f_a = integral of P(F) dN_a/dX,     F = I + sum u_a (dN_a/dX)'
///
/// Takes tet4 (1 point), tet10 (4 points) and hex8 (2 x 2 x 2 points). tet4 and hex8 lock as nu
/// goes to 0.5: bent bodies are too stiff, and a warning says so from nu = 0.48 on. The quadrature
/// for St. Venant and Kirchhoff's law is exact for its energy: 14 points for tet10, 3 x 3 x 3 for
/// hex8.
///
/// Bonet & Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, 2008, ch. 9.

#include <fmt/format.h>

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/formulation/formulation.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/mesh/element.hpp>

#include "displacement/small_strain_moduli.hpp"

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
        warn_of_locking(body, parts.formulation);
        const int degree = params_.quadrature == ForceQuadrature::standard ? force_degree(type)
                                                                           : stvk_degree(type);
        return std::make_unique<FullSpaceSystem>(
            body, parts, displacement_forces(body.mesh, *body.material, degree));
    }

private:
    static void warn_of_locking(const Body& body, const Origin& formulation) {
        const ElementType type = body.mesh.type;
        if (type == ElementType::tet10) return;
        const double poisson =
            poisson_ratios(*body.material->bind(body.mesh), body.mesh.n_elements()).maxCoeff();
        if (poisson < locks_from) return;
        log_diagnostic(
            Diagnostic::warning(
                fmt::format("{} elements lock at a Poisson's ratio of {:.4g}: where {} bends, it "
                            "is too stiff, by much on coarse meshes",
                            name_of(type), poisson, body.path))
                .remedy(type == ElementType::hex8
                            ? "take `formulation: {type: f_bar}`"
                            : "take `formulation: {type: f_bar}`, or `element: tet10` of the mesh")
                .on(formulation));
    }

    /// Poisson's ratio from which on a warning is due: there a bent beam, two hex8 thick, loses a
    /// fifth of its deflection beside the same mesh at 0.3.
    static constexpr double locks_from = 0.48;

    Params params_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::DisplacementFormulation, "formulation/displacement",
             "Nodal displacements as the only unknowns")
