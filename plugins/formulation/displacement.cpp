/// The displacement formulation: nodal displacements are the only unknowns.
///
///     M u'' + f(u) = f_ext,     f_a = integral of P(F) dN_a/dX,     F = I + sum u_a (dN_a/dX)'
///
/// Takes tet4 (1 point), tet10 (4 points) and hex8 (2 x 2 x 2 points). Locks as nu goes to 0.5, the
/// more the lower the element's order: see formulation/f_bar.
///
/// Bonet & Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, 2008, ch. 9.

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/formulation/formulation.hpp>
#include <sinew/mechanics/system/full_space_system.hpp>

namespace sinew {

class DisplacementFormulation final : public Formulation {
public:
    struct Params {
        static constexpr std::tuple<> fields{};
    };
    static constexpr const char* source = "Bonet & Wood 2008, ch. 9";

    explicit DisplacementFormulation(const Params&) {}

    std::unique_ptr<BodySystem> make(Body& body, const BodyParts& parts) const override {
        return std::make_unique<FullSpaceSystem>(body, parts,
                                                 displacement_forces(body.mesh, *body.material));
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::DisplacementFormulation, "formulation/displacement",
             "Nodal displacements as the only unknowns")
