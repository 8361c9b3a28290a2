/// The mixed formulation of skinning: each element has a stretch and a multiplier of its own beside
/// the nodes' places, and the rotation between stretch and deformation is known from a rig.
///
///     L(x, s, lambda) = sum_k w_k (Psi(s_k) + lambda_k . (B_k x - [R_k] s_k)) + C(x)     (eq. 6)
///
/// Stretch and multiplier are eliminated element by element, s_k = [R_k]^-1 B_k x and lambda_k =
/// [R_k] dPsi/ds, with the pseudo-inverse of the 9 x 6 block [R_k] in closed form: s = sym(R'F).
/// What remains is equation 12, in positions alone:
///
///     ([R]^-1 B)' H_s [R]^-1 B + H_x
///
/// Arap and corotational elasticity are quadratic in s, since their rotation is known: then one
/// linear solve is the answer. Other laws take Newton's method. The matrix changes with the pose;
/// that of material/rigged_arap, which sees all of R'F, does not. Where a rig leaves a jump of
/// rotations between elements, so does the solution: weights that blend lessen it.
///
/// Song, Kachkovski, Monem, Negash & Levin, Automatic skinning using the mixed finite element
/// method, 2023, section 3 (stated sizes of s and lambda there are those of one element over two
/// and three).

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/formulation/formulation.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/rig/rigged_body.hpp>
#include <sinew/mechanics/rig/rotated_law.hpp>
#include <sinew/mechanics/system/full_space_system.hpp>

namespace sinew {

class MixedFormulation final : public Formulation {
public:
    struct Params {
        static constexpr auto fields = std::tuple{};
    };
    static constexpr const char* source =
        "Song, Kachkovski, Monem, Negash & Levin, Automatic skinning using the mixed finite "
        "element method, 2023, section 3";

    MixedFormulation(const Params&, BuildContext& context) : node_(context.node()) {
        rig_here(context);
    }

    std::unique_ptr<BodySystem> make(Body& body, const BodyParts& parts) const override {
        if (body.material->follows_rig())
            throw InputError(provenance.where,
                             "formulation/mixed gives the rotations of the rig to the material, "
                             "but " +
                                 body.material->provenance.plugin + " has them already",
                             "take material: {type: corotational}, or leave the formulation out");
        const RiggedBody& rigged = rigged_body_of(node_, provenance);
        const auto law = [&](const VolumeMesh& mesh) {
            return rotated_law(body.material->bind_unrotated(mesh), rigged.rotations(mesh));
        };
        return std::make_unique<FullSpaceSystem>(
            body, parts, displacement_forces(body.mesh, law, force_degree(body.mesh.type)));
    }

private:
    Node& node_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::MixedFormulation, "formulation/mixed",
             "Stretches and multipliers of elements whose rotations come from a rig")
