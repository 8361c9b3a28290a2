/// Secondary motion on a rig: every pose of the rig is a shape in which the body is free of stress.
///
///     M x'' + D u' + f(Phi(p(t)), u) = f_ext,     x = Phi(p(t)) + u
///
/// Phi: nodes go as the rig takes the surface near them; u: what inertia, loads and contact add, in
/// the world, and zero where nodes are fixed: these go with the rig. With M x'' = M u'' + M Phi''
/// it is equation 4 of the paper, with its inertial force -M Phi'' (equation 24 lacks the minus):
/// implicit Euler steps of u under differences of Phi are those of x, in uneven steps, too. A run
/// begins with the rig's velocity, so that what moves from the start is not kicked.
///
/// Phi interpolates displacements of the points of the surface that are nearest to a node by
/// Shepard's weights. That is poor where they are far away or turn much: at the `poses` of the
/// scene the elements are fitted to the surface (equation 3), and what this corrects is
/// interpolated.
///
/// A pose may have a Young's modulus and Poisson's ratio of its own, which are interpolated by the
/// weights of the poses, too (equation 36). The elements are fitted with those of the material.
///
/// The surface is what the body carries along (`visual:`), or its skin. Rigs with bones take it by
/// the node's `weights:`. Masses are those of the mesh as it is. Contact, other loads and other
/// integrators see x, as of any body; they are of first order in the step, since the motion of
/// fixed nodes and damping take the rates of Phi as differences over steps. Contact of the body
/// with itself counts distances at rest in the mesh.
///
/// Xu & Barbic, Pose-space subspace dynamics, ACM Transactions on Graphics 35(4), 2016, sections 4
/// and 8.

#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/diagnostics/activity.hpp>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/formulation/formulation.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/pose/rig_features.hpp>
#include <sinew/mechanics/skinning/carried_surface.hpp>
#include <sinew/mechanics/visual/visual.hpp>

#include "posed/body_pose.hpp"
#include "posed/pose_fit.hpp"
#include "posed/rigged_rest.hpp"

namespace sinew {

using posed::BodyPose;

class PosedFormulation final : public Formulation {
public:
    struct Params {
        Blend blend = Blend::dual_quaternion;
        Marked<std::vector<Marked<BodyPose>>> poses;
        PoseKernel kernel = PoseKernel::distance;
        double gamma = 1e-3;
        double inertia = 1;
        double smoothness = 5e-3;
        std::optional<double> least_stretch;
        std::vector<double> jumps;
        PluginSlot<LinearSolver> linear{"cholesky"};
        static constexpr auto fields = std::tuple{
            field("blend", &Params::blend,
                  "How the motions of the bones are mixed on the surface, of a rig with bones"),
            field("poses", &Params::poses,
                  "Poses beside the neutral one at which the elements are fitted to the surface"),
            field("kernel", &Params::kernel,
                  "Radial function that interpolates between poses: the distance itself, as "
                  "published, with a kink at each pose, or one that is smooth"),
            field("gamma", &Params::gamma, positive,
                  "How much the fit at a pose minds its elastic energy, beside the distance from "
                  "the surface"),
            field("inertia", &Params::inertia, at_least(0.0),
                  "Factor on the inertia of the rig's motion: 1 is nature's, 0 leaves no secondary "
                  "motion but that of loads and contact"),
            field("smoothness", &Params::smoothness, positive,
                  "How far what is painted on the surface at a pose (`paint`) spreads between the "
                  "elements: the square of a part of the body's size"),
            field("least_stretch", &Params::least_stretch, from_to(0.01, 1),
                  "Elements that the rig flattens below this stretch between poses, or turns "
                  "inside out, count with it; such rest shapes are refused if absent"),
            field("jumps", &Params::jumps, unit::s, non_negative,
                  "Times at which the rig has jumped elsewhere in the scene, within the step that "
                  "ends then or later, beside those at which a skeleton's clip begins anew: "
                  "nothing has moved on the way, and what the body deforms by goes with the root. "
                  "`smooth` of a skeleton spreads a jump over several steps"),
            field("linear", &Params::linear, "Solver of the fits' linear systems"),
        };
    };
    static constexpr std::array traits{formulation_trait::follows_rig};
    static constexpr std::array refusals{Refusal{
        .kind = Material::kind,
        .trait = material_trait::follows_rig,
        .problem = "formulation/posed takes the rest shape from the rig, but {plugin} takes "
                   "rotations from it already",
        .remedy = "take material: {type: corotational} or stvk, or leave the formulation "
                  "out"}};
    static constexpr const char* source = "Xu & Barbic 2016, sections 4 and 8";

    PosedFormulation(const Params& params, BuildContext& context)
        : params_(params), node_(context.node()), rig_(rig_here(context)) {
        refuse_idle_parameters(params, context);
        if (!params.poses.value.empty()) linear_ = params.linear.make(context);
        for (const Marked<BodyPose>& pose : params.poses.value)
            poses_.push_back(parameters_of(pose.value, pose.where, rig_));
    }

    std::unique_ptr<BodySystem> make(Body& body, const BodyParts& parts) const override {
        if (body.material->follows_rig())
            provenance.fail(problem_of(refusals[0], body.material->provenance.plugin, body.path),
                            refusals[0].remedy);
        for (const Constraint* constraint : parts.constraints)
            refuse_parts_of_nodes(*constraint, body);
        const VisualSurface* visual = visual_of(node_);
        if (visual && visual->morphs)
            throw InputError(node_.slot("visual")->mark,
                             "a clip of its own changes the visual of " + body.path +
                                 ", which the rig moves already",
                             "take the clip away");
        const SurfaceMesh surface =
            visual ? visual->rest : skin_surface(body.skin, body.mesh.positions);
        if (surface.n_points() == 0)
            provenance.fail("the surface of " + body.path + " that the rig moves has no points",
                            "give the body another visual, or none");
        auto rest = std::make_unique<RiggedRest>(
            rig_, carried_surface(rig_, node_, surface, params_.blend, provenance),
            body.mesh.positions, surface.positions,
            visual ? RiggedRest::Shown::surface : RiggedRest::Shown::nodes);
        rest->set_inertia_gain(params_.inertia);
        rest->set_least_stretch(params_.least_stretch.value_or(0));
        rest->set_jumps(params_.jumps);
        if (!poses_.empty()) {
            const std::vector<Embedding> at_nodes =
                visual ? std::vector<Embedding>() : embeddings_of(body.skin.nodes);
            const FitSite site{body, surface, visual ? visual->embeddings : at_nodes,
                               params_.gamma};
            rest->set_moduli(
                posed::moduli_of(params_.poses.value, site, params_.smoothness, provenance));
            correct(*rest, site);
        }
        refuse_early_contact(*rest, body);
        std::unique_ptr<ElementForces> elements = forces(body, *rest);
        return std::make_unique<FullSpaceSystem>(body, parts, std::move(elements), std::move(rest));
    }

private:
    static std::unique_ptr<ElementForces> forces(const Body& body, const RiggedRest& rest) {
        if (!rest.moduli()) return displacement_forces(body.mesh, *body.material);
        const PosedLawOfMesh law(rest, body.mesh);
        return displacement_forces(law.mesh(), law, force_degree(body.mesh.type));
    }

    void refuse_idle_parameters(const Params& params, const BuildContext& context) const {
        if (params.poses.value.empty()) {
            const char* idle = params.kernel != PoseKernel::distance      ? "kernel"
                               : params.gamma != Params().gamma           ? "gamma"
                               : params.smoothness != Params().smoothness ? "smoothness"
                               : params.linear.is_written()               ? "linear"
                                                                          : nullptr;
            if (idle)
                context.fail(context.at(idle), fmt::format("`{}` without `poses`", idle),
                             "it is of the fits at poses: name some, or leave it out");
        }
        if (rig_.skeletal() == nullptr && params.blend != Params().blend)
            context.fail(context.at("blend"),
                         fmt::format("`blend` mixes the motions of bones, and {} has none",
                                     rig_.provenance.plugin),
                         "leave it out");
    }

    /// Nodes that keep their place go with the rig, which turns their directions.
    static void refuse_parts_of_nodes(const Constraint& constraint, const Body& body) {
        std::vector<ConstrainedNode> nodes;
        constraint.constrain(body, constraint.common.from.value_or(0), nodes);
        const auto is_part = [](const ConstrainedNode& node) {
            return node.where_it_was && !(node.axes[0] && node.axes[1] && node.axes[2]);
        };
        if (std::none_of(nodes.begin(), nodes.end(), is_part)) return;
        constraint.provenance.fail(
            fmt::format("{} holds nodes of {} in some directions alone, and its "
                        "rig turns them",
                        constraint.provenance.plugin, body.path),
            "let them go with the rig (constraint/fixed, in all axes), or take the "
            "constraint away");
    }

    /// What touches at the start is found where the mesh is, before there are systems.
    void refuse_early_contact(const RiggedRest& rest, const Body& body) const {
        const Vector start = rig_.parameters(0);
        const double moved = (rest.from_root(start) - body.mesh.positions).cwiseAbs().maxCoeff(),
                     size = bounding_box(body.mesh.positions).diagonal().norm();
        const bool is_neutral =
            moved < 1e-9 * size && rig_.root(start).isApprox(Eigen::Isometry3d::Identity(), 1e-9);
        for (SceneNode* node = &node_; node != nullptr && !is_neutral; node = node->parent()) {
            if (node->slot_count("couplings") > 0)
                provenance.fail("the rig has moved " + body.path +
                                    " at the start of the run already, and couplings begin where "
                                    "its mesh is",
                                "let the clip begin at rest (ease_in of rig/skeleton blends it "
                                "in)");
            if (node->slot("solver") != nullptr) break;
        }
    }

    static std::vector<Embedding> embeddings_of(const std::vector<int>& nodes) {
        std::vector<Embedding> embeddings;
        for (const int node : nodes)
            embeddings.push_back(
                {-1, Eigen::VectorXi::Constant(1, node), Eigen::VectorXd::Ones(1)});
        return embeddings;
    }

    /// Fits the elements at all poses. The neutral one needs no correction.
    void correct(RiggedRest& rest, const FitSite& site) const {
        const PoseFeatures features = pose_features(rig_);
        std::vector<Vector> parameters{Vector::Zero(rig_.n_parameters())};
        parameters.insert(parameters.end(), poses_.begin(), poses_.end());
        Eigen::MatrixXd x(features.size(), Index(parameters.size()));
        for (std::size_t k = 0; k < parameters.size(); ++k)
            x.col(Index(k)) = features.of(parameters[k]);
        std::vector<SourceMark> where;
        for (const Marked<BodyPose>& pose : params_.poses.value) where.push_back(pose.where);
        refuse_equal_poses(x, where);
        std::vector<Points> corrections{Points::Zero(3, site.body.mesh.n_nodes())};
        for (std::size_t k = 0; k < poses_.size(); ++k)
            corrections.push_back(fitted(rest, site, k) - rest.from_root(poses_[k]));
        rest.set_corrections({features, PoseWeights(x, params_.kernel), std::move(parameters),
                              std::move(corrections)});
    }

    Points fitted(const RiggedRest& rest, const FitSite& site, std::size_t k) const {
        Activity activity(fmt::format("the fit of {} to pose {}", site.body.path, k + 1));
        try {
            return fitted_pose(
                site, [&](double s) { return rest.surface_from_root(s * poses_[k]); }, *linear_);
        } catch (const ComputationError& error) {
            throw InputError(params_.poses.value[k].where,
                             fmt::format("the elements of {} do not fit this pose: {}",
                                         site.body.path, error.diagnostic().message),
                             "take a pose that bends less sharply, raise `gamma`, or mesh more "
                             "finely where it bends");
        }
    }

    Params params_;
    SceneNode& node_;
    const Rig& rig_;
    std::unique_ptr<LinearSolver> linear_;  ///< of fits; nullptr if there are none
    std::vector<Vector> poses_;             ///< p of each
};

}  // namespace sinew

SINEW_PLUGIN(sinew::PosedFormulation, "formulation/posed",
             "Every pose of a rig is a rest shape: secondary motion on a rig")
