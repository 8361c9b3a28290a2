/// A body on a rig in a subspace that is mixed, at each pose, of those of example poses:
///
///     x = Phi(p) + R U(p) q,     M~ q'' + D~ q' + U'R'f_int(Phi(p), R U q) = U'R'(f_ext + f_inert)
///
/// The rest shape Phi, its example poses and their weights are those of formulation/posed. At each
/// of these poses `basis` finds its vectors for the body as it is there: free of stress, with the
/// masses of the neutral shape. Bases are aligned along a tree of poses, so that vectors of equal
/// number mean alike, and mixed by the weights of the pose; none of their entries is found while
/// the body moves.
///
/// Internal forces may be found by few elements (forces/cubature), and the inertia of the rig's
/// motion by few nodes: then the cost of a step does not grow with the mesh, but for output.
///
/// Nodes that are fixed go with the rig. The integrator is whatever the solver has; inertia of the
/// rig's motion is found by differences that implicit Euler has, and comes a step late to others.
///
/// Xu & Barbic, Pose-space subspace dynamics, ACM Transactions on Graphics 35(4), 2016, section 5.

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <sinew/kernel/diagnostics/activity.hpp>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/library/condition.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/kernel/run/clock.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/basis/basis_artifact.hpp>
#include <sinew/mechanics/basis/mass_orthonormal.hpp>
#include <sinew/mechanics/coupling/has_couplings.hpp>
#include <sinew/mechanics/forces/require_trait.hpp>
#include <sinew/mechanics/reduced/reducible.hpp>
#include <sinew/mechanics/reduction/reduction.hpp>
#include <sinew/storage/artifact.hpp>

#include "pose_space/basis_gap.hpp"
#include "pose_space/inertia_parts.hpp"
#include "pose_space/pose_bases.hpp"
#include "pose_space/pose_space_system.hpp"
#include "pose_space/settings.hpp"

namespace sinew {

using pose_space::BasisInterpolation;
using pose_space::ContactMotion;
using pose_space::PoseBases;

class PoseSpace final : public Reduction {
public:
    static constexpr const char* source = "Xu & Barbic 2016, section 5";

    struct Params {
        PluginSlot<Basis> basis;
        PluginSlot<ForceModel> forces{"projection"};
        pose_space::PoseVectors vectors = pose_space::PoseVectors::own;
        pose_space::Alignment alignment = pose_space::Alignment::full;
        BasisInterpolation interpolation = BasisInterpolation::linear;
        pose_space::BasisRate basis_rate = pose_space::BasisRate::full;
        std::optional<pose_space::WrittenInertia> inertia;
        std::optional<pose_space::WrittenCheck> check;
        std::optional<pose_space::WrittenContacts> contacts;
        std::optional<int> common;
        std::optional<pose_space::WrittenProposal> propose;
        static constexpr auto fields = std::tuple{
            field("basis", &Params::basis, "What spans the subspace of each pose").required(),
            field("forces", &Params::forces, "How internal forces are found in it"),
            field("vectors", &Params::vectors,
                  "Each pose has its own vectors, or for comparison those of the neutral pose, as "
                  "they are or turned with each node"),
            field("alignment", &Params::alignment,
                  "How vectors of poses are matched before they are mixed: rotated back to the "
                  "pose before and turned into those there (full), or for comparison without the "
                  "former (procrustes) or both (none)"),
            field("interpolation", &Params::interpolation,
                  "How bases are mixed between poses: as they are, as published, or un-rotated and "
                  "turned as the rest shape has turned each node, which keeps vectors long where "
                  "poses are far apart, at a cost that grows with the mesh"),
            field("basis_rate", &Params::basis_rate,
                  "Inertia of vectors that change with the pose: in full, or neglected, as "
                  "published, by which motion dies away while the rig moves between poses"),
            field(
                "inertia", &Params::inertia,
                "Find the inertia of the rig's motion by few nodes; if absent, in closed form for "
                "rigs that allow it (bones mixed with blend: linear, blend shapes, wires without "
                "rotation, corrections of them), else by all nodes, which takes the longer the "
                "more there are"),
            field("contacts", &Params::contacts,
                  "Let vectors keep what touches at a pose in contact, or push it apart; they go "
                  "through it if absent"),
            field("common", &Params::common, at_least(1),
                  "Take one basis at all poses, of so many vectors, for comparison: principal "
                  "components of the bases of the poses, which keep no contact that one of these "
                  "does not have, nor regions apart; each pose has its own if absent"),
            field("check", &Params::check,
                  "Find the errors of internal forces and of inertia beside those of all elements "
                  "and nodes during the run, and how deep `contacts` penetrate, for run.json; not "
                  "at all if absent"),
            field("propose", &Params::propose,
                  "Say when the clip is furthest from what the poses span, for one more pose"),
        };
    };

    PoseSpace(const Params& params, BuildContext& context)
        : params_(params),
          node_(context.node()),
          end_(end_of_run(context.graph().time().end, context.graph().time().step)),
          basis_(params.basis.make(context)),
          forces_(params.forces.make(context)) {
        require_trait(context.plugins(), params.forces, force_trait::follows_rest_shape,
                      "cannot follow a rest shape that moves", params.forces.value().mark);
        if (!has_trait(context.plugins().require(ForceModel::kind, params.forces.type(), {}),
                       &params.forces.value(), force_trait::needs_all_nodes))
            precision_ = pose_space::PoseBasis::Precision::single;
        refuse_basis(params, context);
        if (params.interpolation == BasisInterpolation::rotated && params.inertia)
            context.fail(context.at("inertia"),
                         "inertia by few nodes is of bases that are mixed as they are, and "
                         "`interpolation` is rotated",
                         "leave one of them out");
        if (params.contacts) refuse_contacts(*params.contacts, context);
        if (params.common && params.interpolation == BasisInterpolation::rotated)
            context.fail(context.at("common"),
                         "one basis for all poses stays as it is, and `interpolation: rotated` "
                         "turns it",
                         "leave one of them out");
        if (params.propose && params.propose->every < context.graph().time().step)
            context.fail(context.at("propose"),
                         fmt::format("`every` is {:g} s, and the steps of the scene {:g} s",
                                     params.propose->every, context.graph().time().step),
                         "take the length of some steps: each time takes as long as a basis");
        if (params.common && params.alignment != pose_space::Alignment::full)
            context.fail(context.at("alignment"),
                         "one basis for all poses is not aligned, and `common` takes one",
                         "leave one of them out");
        if (params.vectors != pose_space::PoseVectors::own) refuse_other_vectors(params, context);
        if (params.common && params.propose)
            context.fail(
                context.at("common"),
                "`propose` looks for poses whose own bases are missing, and `common` takes "
                "one for all",
                "leave one of them out");
    }

    bool follows_rest_shape() const override { return true; }

    std::unique_ptr<BodySystem> make(std::unique_ptr<ElasticBody> full, Body& body,
                                     const BodyParts& parts) const override {
        const RestShape* shape = full->rest_shape();
        if (shape == nullptr || shape->poses() == nullptr)
            provenance.fail(fmt::format("reduction/pose_space mixes the bases of a rig's poses, "
                                        "and {} of {} has none",
                                        parts.formulation.plugin, body.path),
                            "take formulation: {type: posed}, or reduction: {type: subspace}");
        refuse_windows(body, parts, end_);
        refuse_motion(parts);
        FullBody at = full_body(*full, parts.formulation);
        refuse_fully_constrained(at, parts);
        if (!at.anchored)
            provenance.fail("nodes of " + body.path +
                                " that are fixed to its rig are too few, or in a line: some rigid "
                                "motion is left to it",
                            "fix those near the bones (constraint/fixed), three at least that "
                            "are not in a line");
        PoseBases bases =
            pose_space::pose_bases(*full, {*basis_, parts.formulation, provenance, contact_search(),
                                           params_.common, params_.alignment, params_.vectors});
        warn_of_loss(at, bases.U.front());
        if (params_.propose) propose_pose(*full, parts.formulation, bases);
        auto motion = std::make_unique<pose_space::PosedMotion>(*full, mixed(bases, *full));
        if (is_coupled()) {
            motion->transition.emplace(motion->basis.fixed_nodes());
            warn_of_late_inertia(*full);
        }
        std::unique_ptr<ReducedForces> model = forces_at(at, bases);
        pose_space::InertiaParts inertia =
            pose_space::inertia_parts(at, *shape, bases.U, inertia_settings(), bases.key);
        if (const std::string identity = model->identity(); !identity.empty())
            bases.key.add("forces", identity);
        if (params_.interpolation == BasisInterpolation::rotated)
            bases.key.add("interpolation", "rotated");
        full->let_loads_act(true);
        const std::vector<double>& seconds = bases.report.seconds;
        ReducedParts all{std::move(full),
                         parts,
                         std::move(model),
                         {basis_->provenance.plugin, forces_->provenance.plugin, bases.file,
                          std::accumulate(seconds.begin(), seconds.end(), 0.0), bases.key.hash()}};
        auto system = std::make_unique<pose_space::PoseSpaceSystem>(
            std::move(all), std::move(motion), std::move(bases.report), std::move(inertia),
            unilateral_contacts(bases), params_.check ? params_.check->every : 0);
        if (params_.basis_rate == pose_space::BasisRate::neglected) system->neglect_basis_rate();
        return system;
    }

private:
    pose_space::InertiaSettings inertia_settings() const {
        return {params_.inertia, params_.interpolation == BasisInterpolation::rotated, end_,
                provenance};
    }

    std::optional<pose_space::ContactSearch> contact_search() const {
        if (!params_.contacts) return std::nullopt;
        return params_.contacts->search();
    }

    static void refuse_contacts(const pose_space::WrittenContacts& contacts,
                                const BuildContext& context) {
        const SourceMark where = context.at("contacts");
        for (const pose_space::WrittenPlane& plane : contacts.planes)
            if (plane.normal.isZero(0))
                context.fail(where, "the normal of a plane of `contacts` has no length",
                             "give its direction, such as normal: [0, 0, 1]");
        if (contacts.penalty && contacts.motion != ContactMotion::unilateral)
            context.fail(where, "`penalty` needs unilateral contacts, and `motion` asks for others",
                         "take motion: unilateral, or leave `penalty` out");
    }

    /// Stiffness of the vertices is that of the neutral pose. Contacts that vectors keep push by
    /// nothing: `check` tells how deep they penetrate all the same.
    std::optional<pose_space::UnilateralContacts> unilateral_contacts(
        const PoseBases& bases) const {
        if (!params_.contacts) return std::nullopt;
        const bool push = params_.contacts->motion == ContactMotion::unilateral;
        if (!push && !params_.check) return std::nullopt;
        std::vector<pose_space::UnilateralContacts::AtPose> poses;
        for (const auto& body : bases.bodies)
            poses.push_back({body->contacts(), body->full().body().mesh.positions});
        const FullBody& neutral = bases.bodies.front()->full();
        const Vector stiffness =
            neutral.matrix(Vector::Zero(neutral.size()), 1, 0).matrix.diagonal();
        const double penalty = push ? params_.contacts->penalty.value_or(10) : 0;
        return pose_space::UnilateralContacts(
            poses, params_.contacts->search().planes,
            penalty * stiffness.reshaped(3, neutral.size() / 3).colwise().mean());
    }

    pose_space::PoseBasis mixed(const PoseBases& bases, const ElasticBody& full) const {
        if (params_.interpolation == BasisInterpolation::linear)
            return pose_space::PoseBasis(bases.U, full.mass(), precision_);
        std::vector<pose_space::Branch> tree;
        for (const auto& [branch, angle] : bases.report.tree) tree.push_back(branch);
        return pose_space::PoseBasis(
            bases.U, pose_space::NodeRotations(full.body().mesh, *full.rest_shape()->poses(), tree),
            full.mass());
    }

    /// Finds the basis anew along the clip, and says where the mixed one lacks most of it.
    void propose_pose(const ElasticBody& full, const Origin& formulation, PoseBases& bases) const {
        const ExamplePoses& poses = *full.rest_shape()->poses();
        bases.report.gaps = pose_space::basis_gaps(
            mixed(bases, full), *full.rest_shape(), full.mass(), params_.propose->every, end_,
            [&](double t, const Points& shape) {
                Activity activity(fmt::format("the basis of {} anew", full.body().path));
                Index nearest = 0;
                poses.weights(t).maxCoeff(&nearest);
                pose_space::PoseBody body(full, shape, formulation,
                                          {poses.moduli(), nearest, contact_search(),
                                           full.rest_shape()->least_stretch()});
                return fetch_basis(*basis_, body.full()).vectors.U;
            });
        const auto is_pose = [&](const pose_space::BasisGap& gap) {
            return poses.weights(gap.time).maxCoeff() > 1 - 1e-6;
        };
        std::vector<pose_space::BasisGap> between = bases.report.gaps;
        std::erase_if(between, is_pose);
        if (between.empty()) {
            log_info("reduction/pose_space: all times that `propose` has looked at are poses of " +
                     full.body().path);
            return;
        }
        const pose_space::BasisGap most = largest(between);
        log_info(fmt::format(
            "reduction/pose_space: along the clip of {}, the mixed vectors lack at most {:.0f}% of "
            "those found anew, at {:g} s{}",
            full.body().path, 100 * most.gap, most.time,
            most.gap > 0.01 ? "; one more of `poses` there brings that down" : ""));
    }

    /// Vectors of the neutral pose are for comparison: no choice of those of poses goes with them.
    static void refuse_other_vectors(const Params& params, const BuildContext& context) {
        const auto refuse = [&](const char* what) {
            context.fail(context.at("vectors"),
                         fmt::format("all poses have vectors of the neutral one, and `{}` is about "
                                     "their own",
                                     what),
                         "leave one of them out");
        };
        if (params.common) refuse("common");
        if (params.propose) refuse("propose");
        if (params.alignment != pose_space::Alignment::full) refuse("alignment");
        if (params.contacts && params.contacts->motion != ContactMotion::unilateral)
            refuse("contacts");
    }

    /// Bases that would not be of the body as it is at a pose.
    static void refuse_basis(const Params& params, const BuildContext& context) {
        const PluginDescription& basis =
            context.plugins().require(Basis::kind, params.basis.type(), {});
        for (const auto& [trait, what] :
             {std::pair{basis_trait::of_snapshots, "snapshots of one run"},
              std::pair{basis_trait::of_points, "points where the mesh of the body is"}})
            if (has_trait(basis, &params.basis.value(), trait))
                context.fail(params.basis.value().mark,
                             fmt::format("basis/{} is of {}, and reduction/pose_space wants one of "
                                         "the body at each pose",
                                         params.basis.type(), what),
                             "take basis: {type: modal_derivatives}, linear_modes or localized");
    }

    void warn_of_loss(const FullBody& at, Eigen::MatrixXd U) const {
        const Body& body = at.body();
        if (body.initial_displacement.isZero(0) && body.initial_velocity.isZero(0)) return;
        make_mass_orthonormal(U, at.mass());
        warn_of_lost_motion(
            at, U, {body.initial_displacement.reshaped(), body.initial_velocity.reshaped(), {}},
            provenance);
    }

    /// True if couplings may act on the body: those of the nodes that its solver moves.
    bool is_coupled() const { return has_couplings(solver_node()); }
    /// The node whose solver moves the body.
    const SceneNode& solver_node() const {
        const SceneNode* top = &node_;
        while (top->parent() != nullptr && top->slot("solver") == nullptr) top = top->parent();
        return *top;
    }

    /// What comes a step late does work on a body that something pushes back.
    void warn_of_late_inertia(const ElasticBody& full) const {
        const Value* solver = solver_node().slot("solver");
        const Value* type = solver != nullptr && solver->is_map() ? solver->find("type") : nullptr;
        if (type == nullptr || type->text != "implicit_newmark") return;
        log_diagnostic(Diagnostic::warning("inertia of the rig's motion comes a step late to "
                                           "implicit_newmark, and where couplings push " +
                                           full.body().path + " back, its energy may grow")
                           .remedy("take solver: {type: implicit_euler}, or look at output/energy")
                           .at(provenance.where)
                           .on(provenance));
    }

    /// Nodes that are held go with the rig: nothing else moves them.
    static void refuse_motion(const BodyParts& parts) {
        for (const Constraint* constraint : parts.constraints)
            if (!constraint->still())
                constraint->provenance.fail(
                    named(constraint->provenance, "a constraint") +
                        " moves nodes by itself, and reduction/pose_space lets "
                        "fixed ones go with the rig",
                    "take constraint/fixed in its place, or the reduction away");
    }

    std::unique_ptr<ReducedForces> forces_at(FullBody& moving, const PoseBases& bases) const {
        std::vector<int> all(std::size_t(bases.U.front().cols()));
        std::iota(all.begin(), all.end(), 0);
        const SceneLoads none{"", end_};
        std::vector<SubspaceSite> poses;
        for (std::size_t pose = 0; pose < bases.U.size(); ++pose)
            poses.push_back({bases.bodies[pose]->full(), bases.U[pose], all, bases.key, {}, none});
        std::unique_ptr<ReducedForces> model;
        attribute_errors_to(forces_->provenance, [&] {
            model =
                forces_->make_following({moving, bases.U.front(), all, bases.key, {}, none}, poses);
        });
        SINEW_ASSERT(model->following(), "{} has the trait {}, but cannot follow",
                     forces_->provenance.plugin, force_trait::follows_rest_shape);
        return model;
    }

    Params params_;
    SceneNode& node_;
    double end_;
    /// Of vectors at nodes: single where forces have rows of their own.
    pose_space::PoseBasis::Precision precision_ = pose_space::PoseBasis::Precision::exact;
    std::unique_ptr<Basis> basis_;
    std::unique_ptr<ForceModel> forces_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::PoseSpace, "reduction/pose_space",
             "A subspace mixed of those of a rig's poses: secondary motion")
