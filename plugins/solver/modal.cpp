/// Natural frequencies and modes of vibration of a body:
///
///     K phi = omega^2 M phi,     phi'M phi = 1,     f = omega / 2 pi,
///
/// about the shape at rest, or about the equilibrium under the loads of the scene's start, with
/// their stiffness if they follow the body (prestress: a string that is drawn tight, a column near
/// buckling). What no constraint holds may be moved rigidly; these motions have frequency zero, and
/// are counted, not listed. Constraints may hold some axes alone.
///
/// If all supports move along d, mode k answers by its participation factor Gamma = phi'M d, and
/// pulls at the supports like a mass Gamma^2. Over all modes these effective masses add up to the
/// mass that is free to move.
///
/// The run shows the modes one after the other, each for `show` seconds of its time, in which it
/// swings once: outputs write the frames of an animation. Its time, its size and its velocities
/// (none) have no meaning beside that.
///
/// Clough & Penzien, Dynamics of Structures, 2003. Eigensolver: block Lanczos (Grimes, Lewis &
/// Simon 1994).

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/coupling/coupling.hpp>
#include <sinew/mechanics/load/load.hpp>
#include <sinew/mechanics/model/body_parts.hpp>
#include <sinew/mechanics/model/model.hpp>
#include <sinew/mechanics/modes/eigenmodes.hpp>
#include <sinew/mechanics/modes/vibration_modes.hpp>
#include <sinew/mechanics/reduction/elastic_body.hpp>
#include <sinew/mechanics/reduction/reduction.hpp>
#include <sinew/mechanics/solve/implicit_integrator.hpp>
#include <sinew/mechanics/solver/solver.hpp>
#include <sinew/mechanics/solver/solver_params.hpp>

namespace sinew {

enum class ModesAbout { rest, equilibrium };
template <>
struct EnumNames<ModesAbout> {
    static constexpr std::array names{std::pair{"rest", ModesAbout::rest},
                                      std::pair{"equilibrium", ModesAbout::equilibrium}};
};

enum class MassKind { consistent, lumped };
template <>
struct EnumNames<MassKind> {
    static constexpr std::array names{std::pair{"consistent", MassKind::consistent},
                                      std::pair{"lumped", MassKind::lumped}};
};

class Modal final : public Solver {
public:
    static constexpr const char* source = "Clough & Penzien 2003; Grimes, Lewis & Simon 1994";
    static constexpr Refusal coupled{
        .kind = Coupling::kind,
        .problem =
            "solver/modal finds the modes of one body, without couplings, and {node} has "
            "{plugin}",
        .remedy = "give each body a solver of its own"};
    static constexpr Refusal reduced{
        .kind = Reduction::kind,
        .problem =
            "solver/modal finds the modes of all displacements of a body, and those of "
            "{node} are reduced",
        .remedy = "take the reduction away"};
    static constexpr Refusal unsymmetric{
        .kind = Load::kind,
        .trait = load_trait::unsymmetric,
        .when = "about=equilibrium",
        .problem =
            "{plugin} of {node} makes the stiffness unsymmetric, and modes of such are no "
            "vibrations",
        .remedy = "take loads that keep their direction, or about: rest"};
    static constexpr std::array refusals{coupled, reduced, unsymmetric};

    struct Params {
        int modes = 0;
        ModesAbout about = ModesAbout::rest;
        MassKind mass = MassKind::consistent;
        double show = 1;
        double amplitude = 0.05;
        PluginSlot<LinearSolver> linear{"cholesky"};
        NewtonOptions newton;
        static constexpr auto fields = std::tuple{
            field("modes", &Params::modes, at_least(1),
                  "How many modes, lowest first; rigid motions do not count")
                .required(),
            field("about", &Params::about,
                  "The shape at rest, without loads, or the equilibrium under the loads of the "
                  "scene's start"),
            field("mass", &Params::mass, "Consistent mass of the elements, or lumped at the nodes"),
            field("show", &Params::show, unit::s, positive,
                  "Time of the run for which each mode is shown: it swings once"),
            field(
                "amplitude", &Params::amplitude, positive,
                "Largest displacement that is shown, as a part of the diagonal of the body's box"),
            field("linear", &Params::linear,
                  "Solver that the eigensolver works with; direct ones are the fastest"),
            field("newton", &Params::newton, "Newton's method for the equilibrium"),
        };
    };

    Modal(const Params& params, BuildContext& context)
        : params_(params),
          node_(context.node()),
          model_(context),
          body_(only_body(context)),
          linear_(params.linear.make(context)) {
        model_.refuse_velocities(context);
        warn_of_early_end(context);
        if (params.newton.iterations > 0)
            context.fail(
                context.at("newton.iterations"),
                "modes about an equilibrium need one that Newton's method has come to, and "
                "`iterations` ends it before",
                "leave `iterations` out");
        if (const std::string culprit = model_.system().asymmetry();
            params.about == ModesAbout::equilibrium && !culprit.empty())
            context.fail(context.at("about"),
                         culprit +
                             " makes the stiffness unsymmetric, and modes of such are no "
                             "vibrations",
                         "take loads that keep their direction, or about: rest");
    }

    void check(const Clock&) override {
        const FullBody full = full_body(body_, provenance);
        body_.let_loads_act(true);
        if (full.constrained.n_free == 0)
            provenance.fail(
                provenance.at("modes"),
                "constraints hold every node of " + body_.name() + ", and nothing vibrates",
                "let their selections (`where`) leave nodes free");
        if (params_.modes > full.constrained.n_free)
            provenance.fail(
                provenance.at("modes"),
                fmt::format("{} modes asked of {}, which has {} free degrees of freedom",
                            params_.modes, body_.name(), full.constrained.n_free),
                "ask for fewer, or refine the mesh");
        if (params_.about == ModesAbout::rest) refuse_springs();
        if (params_.about == ModesAbout::equilibrium && !full.anchored)
            provenance.fail(
                provenance.at("about"),
                body_.name() + " is not anchored: it has no equilibrium to vibrate about",
                "hold nodes that leave no rigid motion (constraints: [{type: fixed, where: "
                "...}]), or take about: rest");
    }

    void begin(const Clock& clock) override {
        check(clock);
        find();
        for (const VibrationMode& mode : modes_) tell(mode);
        publish_vibration_modes(node_, modes_);
        show(clock.time());
    }

    void step(const Clock& clock) override {
        Clock next = clock;
        ++next.index;
        show(next.time());
    }

    /// Modes are found anew, bit by bit.
    void save(Archive&, const std::string&) const override {}
    void restore(const Archive&, const std::string&, const Clock& clock) override {
        find();
        publish_vibration_modes(node_, modes_);
        show(clock.time());
    }

    void report(nlohmann::json& report) const override {
        report["rigid_motions"] = n_rigid_;
        report["mass"] = body_.mass().row_sums().sum();
        for (const VibrationMode& mode : modes_) {
            const auto list = [](const Eigen::Vector3d& v) {
                return nlohmann::json{v.x(), v.y(), v.z()};
            };
            report["modes"].push_back({{"number", mode.number},
                                       {"frequency", mode.frequency},
                                       {"participation", list(mode.participation)},
                                       {"effective_mass", list(mode.effective_mass())}});
        }
        linear_->report(report["linear"]);
        if (state_.q.size() > 0)
            model_.report(report, state_);
        else
            model_.report_parts(report);
    }

    System& system() override { return model_.system(); }
    const State& state() const override { return state_; }
    std::vector<BodySystem*> bodies() override { return model_.bodies(); }

private:
    /// Modes that the run has no time for are found, but no frame shows them.
    void warn_of_early_end(BuildContext& context) const {
        const TimeSettings& time = context.graph().time();
        const double needed = params_.modes * params_.show;
        if (time.end > needed - 1.001 * time.step) return;
        context.warn(fmt::format("the run ends at {:g} s: of {} modes it shows {} whole", time.end,
                                 params_.modes, int(time.end / params_.show * (1 + 1e-9))),
                     fmt::format("set `time: {{end: {:g} s}}`, or a shorter `show`", needed));
    }

    /// Modes about rest are those of the body without loads, of which springs are some.
    void refuse_springs() const {
        for (const Constraint* constraint : body_parts(node_).constraints)
            if (constraint->springs() != nullptr)
                provenance.fail(constraint->provenance.where,
                                named(constraint->provenance, "a constraint") +
                                    " holds nodes by springs, which modes about rest leave out",
                                "take about: equilibrium");
    }

    ElasticBody& only_body(BuildContext& context) {
        const std::vector<BodySystem*> bodies = model_.bodies();
        if (bodies.size() != 1)
            context.fail(fmt::format("solver/modal finds the modes of one body, and there are {}",
                                     bodies.size()),
                         coupled.remedy);
        if (ElasticBody* body = bodies.front()->elastic_body()) {
            if (body->rest_shape())
                context.fail(
                    "solver/modal finds modes about the shape of the mesh, and the "
                    "formulation of " +
                        bodies.front()->name() + " moves the rest shape",
                    "take formulation: {type: displacement}");
            return *body;
        }
        context.fail(problem_of(reduced, {}, bodies.front()->name()), reduced.remedy);
    }

    /// The displacements that the body vibrates about, 3 n_nodes [m].
    Vector center() {
        if (params_.about == ModesAbout::rest) return Vector::Zero(body_.size());
        ImplicitIntegrator integrator(model_.system(), *linear_, TimeScheme::statics(),
                                      params_.newton, {}, 10);
        integrator.begin(0);
        Vector u = integrator.state().q;
        to_world_axes(body_.prescribed().frames, u);
        return u;
    }

    void find() {
        center_ = center();
        FullBody full = full_body(body_, provenance);
        PencilState at;
        at.displacement = center_;
        at.is_loaded = params_.about == ModesAbout::equilibrium;
        at.is_lumped = params_.mass == MassKind::lumped;
        if (at.is_loaded) body_.let_loads_act(true);
        const ModalPencil pencil(full, *linear_, provenance, at);
        if (at.is_loaded) pencil.require_anchored("take about: rest");
        Eigenmodes found = elastic_modes(pencil, params_.modes);
        to_world_axes(full.frames(), found.vectors);
        body_.let_loads_act(true);
        n_rigid_ = int(pencil.rigid().cols());
        const Vector in_hertz = frequencies(found.values);
        const Eigen::MatrixXd momenta = momenta_of(found.vectors);
        modes_.clear();
        for (Index k = 0; k < in_hertz.size(); ++k)
            modes_.push_back({n_rigid_ + int(k) + 1, in_hertz[k],
                              momenta.col(k).reshaped(3, body_.size() / 3).rowwise().sum()});
        shapes_ = std::move(found.vectors);
    }

    /// M X, with the rows of constrained nodes, whose supports feel them.
    Eigen::MatrixXd momenta_of(const Eigen::MatrixXd& X) const {
        if (params_.mass == MassKind::consistent) return body_.mass().times(X);
        return body_.mass().lumped().transpose().replicate(3, 1).reshaped().asDiagonal() * X;
    }

    void tell(const VibrationMode& mode) const {
        const double mass = body_.mass().row_sums().sum();
        const Eigen::Vector3d share = 100 * mode.effective_mass() / mass;
        log_info(fmt::format(
            "{}: mode {}: {:.6g} Hz; effective mass {:.1f}, {:.1f}, {:.1f} % of "
            "the body's along x, y, z",
            body_.name(), mode.number, mode.frequency, share.x(), share.y(), share.z()));
    }

    /// The state of the run at t [s].
    void show(double t) {
        const double swing = t / params_.show;
        const auto k = std::min(Index(std::floor(swing + 1e-9)), shapes_.cols() - 1);
        const auto shape = shapes_.col(k);
        const double farthest = shape.reshaped(3, body_.size() / 3).colwise().norm().maxCoeff();
        const double size = params_.amplitude * body_.length_scale() / farthest;
        state_.q = center_ + size * std::sin(2 * std::numbers::pi * (swing - double(k))) * shape;
        to_nodal_axes(body_.prescribed().frames, state_.q);
        state_.v = state_.a = Vector::Zero(body_.size());
        model_.system().commit(state_, t, state_.v);
    }

    Params params_;
    SceneNode& node_;
    mutable Model model_;  // evaluating energies for the report uses its work space
    ElasticBody& body_;
    std::unique_ptr<LinearSolver> linear_;
    Vector center_;
    Eigen::MatrixXd shapes_;  ///< 3 n_nodes x modes
    std::vector<VibrationMode> modes_;
    int n_rigid_ = 0;
    State state_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Modal, "solver/modal", "Natural frequencies and modes of vibration")
