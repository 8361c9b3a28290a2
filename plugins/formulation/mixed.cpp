/// The mixed formulation of skinning: each element has a stretch and a multiplier of its own in
/// addition to the nodes' positions, and the rotation between stretch and deformation is known from
/// a rig.
///
///     L(x, s, lambda) = sum_k w_k (Psi(s_k) + lambda_k . (B_k x - [R_k] s_k)) + C(x)     (eq. 6)
///
/// The 9 x 6 block [R_k] takes the six numbers of a symmetric S to the nine of R_k S. Equation 12
/// is solved, which is a relaxation of equation 6. All nine multipliers together ask for F = R S:
/// six of their conditions give s, the other three hold the rotation of F itself at R. These 3 m
/// conditions on 3 n positions lock a mesh. The block [R] H_s^-1 [R]' that equation 11 inverts has
/// rank 6; the pseudo-inverse of [R], which the paper takes, amounts to that of the block. It keeps
/// the six conditions [R]'(B x - [R] s) = 0 and drops the three on skew(R'F). Then, element by
/// element and in closed form,
///
///     s = [R]^+ B x:  S = sym(R'F)          lambda = ([R]^+)' dPsi/ds:  Lambda = R dPsi/dS
///     ([R]^+ B)' H_s [R]^+ B + H_x          in positions alone                    (eq. 12)
///
/// since [R]'[R] = diag(1, 1, 1, 2, 2, 2): an off-diagonal entry of S stands twice in R S, so that
/// dPsi/ds is there twice the entry of dPsi/dS, and [R]^+ = ([R]'[R])^-1 [R]' halves it. So x makes
/// sum_k w_k Psi(sym(R'F)) + C(x) least, and skew(R'F) costs nothing. Where it is zero at that
/// minimum (all rotations alike, or those of the body's own equilibrium), nothing is relaxed.
///
/// Arap and corotational elasticity are quadratic in s, since their rotation is known: then one
/// linear solve is the answer. Other laws take Newton's method. The matrix changes with the pose;
/// that of material/rigged_arap, which sees all of R'F, does not. Where a rig leaves a jump of
/// rotations between elements, so does the solution: weights that blend lessen it.
///
/// A law with a barrier at J = 0 (neo_hookean, mooney_rivlin) sees det S, not det F. With a the
/// axial vector of skew(R'F), det F = det S + a'S a: while S stays positive definite no element
/// inverts, and more than that is not kept: det S > 0 holds also with two negative stretches, where
/// F may be inverted. Laws without a barrier (arap, corotational, stvk, stable_neo_hookean) keep
/// nothing.
///
/// Song, Kachkovski, Monem, Negash & Levin, Automatic skinning using the mixed finite element
/// method, 2023, section 3 (stated sizes of s and lambda there are those of one element over two
/// and three).

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/formulation/formulation.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/skinning/rigged_body.hpp>

#include "mixed/rotated_law.hpp"

namespace sinew {

class MixedFormulation final : public Formulation {
public:
    struct Params {
        static constexpr auto fields = std::tuple{};
    };
    static constexpr std::array traits{formulation_trait::follows_rig};
    static constexpr std::array refusals{
        Refusal{.kind = Material::kind,
                .trait = material_trait::follows_rig,
                .problem = "formulation/mixed gives the rotations of the rig to the material, but "
                           "{plugin} has them already",
                .remedy = "take material: {type: corotational}, or leave the formulation out"}};
    static constexpr const char* source =
        "Song, Kachkovski, Monem, Negash & Levin, Automatic skinning using the mixed finite "
        "element method, 2023, section 3";

    MixedFormulation(const Params&, BuildContext& context) : node_(context.node()) {
        skeletal_rig_here(context);
    }

    std::unique_ptr<BodySystem> make(Body& body, const BodyParts& parts) const override {
        if (body.material->follows_rig())
            provenance.fail(problem_of(refusals[0], body.material->provenance.plugin, body.path),
                            refusals[0].remedy);
        const RiggedBody& rigged = rigged_body_of(node_, provenance);
        const auto law = [&](const VolumeMesh& mesh) {
            return rotated_law(body.material->bind_unrotated(mesh), rigged.rotations(mesh));
        };
        return std::make_unique<FullSpaceSystem>(
            body, parts, displacement_forces(body.mesh, law, force_degree(body.mesh.type)));
    }

private:
    SceneNode& node_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::MixedFormulation, "formulation/mixed",
             "Rotations of elements from a rig, stretches from positions; the barrier of a law "
             "sees the stretch, not F")
