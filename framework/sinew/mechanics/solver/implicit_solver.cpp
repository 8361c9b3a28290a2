#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/coupling/has_couplings.hpp>
#include <sinew/mechanics/solver/implicit_solver.hpp>

namespace sinew {

namespace {

/// Statics takes any system.
System& fit_to_step(System& system, const TimeScheme& scheme, const BuildContext& context) {
    if (scheme.dynamic()) require_dynamics(system, context);
    return system;
}

[[noreturn]] void refuse(const std::vector<std::string>& motions, bool are_coupled,
                         const SourceMark& where) {
    std::string list;
    for (std::size_t k = 0; k < motions.size() && k < 12; ++k)
        list += (k == 0 ? "" : ", ") + motions[k];
    if (motions.size() > 12) list += fmt::format(" and {} more", motions.size() - 12);
    throw InputError(
        where, "nothing resists these motions, so there is no static equilibrium: " + list,
        std::string(are_coupled ? "the couplings do not act where the bodies are now "
                                  "(contact that is open, a rope that is slack): begin "
                                  "where they do, "
                                : "") +
            "hold the body (constraints: [{type: fixed, where: ...}]), tie it to one "
            "that is held, or use a dynamic solver such as implicit_newmark");
}

}  // namespace

ImplicitSolver::ImplicitSolver(BuildContext& context, const TimeScheme& scheme,
                               const ImplicitParams& params, const Rayleigh& damping, bool realtime,
                               const ModelScope& scope)
    : model_(
          context,
          scheme.dynamic() ? std::function<void(BodySystem&)>()
                           : [&](BodySystem& full) { refuse_free(context, full); },
          scope),
      linear_(choose_linear(params.linear, model_, context)),
      scheme_(scheme),
      newton_(params.newton),
      damping_(damping),
      integrator_(fit_to_step(model_.system(), scheme, context), *linear_.solver, scheme,
                  params.newton, damping, params.max_cutbacks),
      is_paced_(realtime) {
    check_damping(context, damping);
    const SourceMark& linear = params.linear.value().mark;
    refuse_asymmetry(context, linear.known() ? linear : context.where());
    if (!scheme.dynamic()) model_.refuse_velocities(context);
    model_.publish([this] { return system().energies(state().q, state().v); });
    integrator_.on_first_cut(
        [this](const Diagnostic& note) { log_diagnostic(attribute_to(note, provenance)); });
}

/// Refuses a linear solver that needs a symmetric tangent if anything may make it unsymmetric, be
/// it late in the run, or by contact.
void ImplicitSolver::refuse_asymmetry(BuildContext& context, const SourceMark& where) {
    const std::string culprit = model_.system().asymmetry();
    if (culprit.empty()) return;
    const std::string unsupported = linear_.solver->unsupported({.symmetric = false});
    if (unsupported.empty()) return;
    context.fail(
        where,
        fmt::format("{} makes the tangent unsymmetric: {}{}", culprit, unsupported,
                    linear_.is_named ? "" : " (it is the default, since the scene names none)"),
        "change the linear solver, or what makes the tangent unsymmetric");
}

/// Statics has no answer where a body can move without resistance: say how. The step is begun for
/// what acts in steps alone (friction), and the system left as it was.
void ImplicitSolver::check_constraints(const State& state, double t0, double t1) {
    System& system = model_.system();
    system.move_to(t1);
    if (system.prescribed().revision == constrained_revision_) return;
    constrained_revision_ = system.prescribed().revision;
    Archive before;
    system.save(before, "system");
    const std::vector<std::string> motions = free_motions(state, t0, t1);
    system.restore(before, "system");
    if (motions.empty()) return;
    refuse(motions, model_.is_coupled(), provenance.where);
}

/// The same of a body that is going to be reduced, before its basis is computed, if nothing but its
/// own loads can hold it.
void ImplicitSolver::refuse_free(BuildContext& context, BodySystem& full) const {
    full.move_to(0);
    if (!full.prescribed().dofs.empty() || has_couplings(context.node())) return;
    const State state = full.initial();
    Forces forces;
    const Tangent& tangent =
        full.tangent(state.q, state.v, {0, 0, 1}, Definiteness::exact, &forces);
    if (forces.event) return;
    const std::vector<std::string> motions =
        unresisted_motions({{&full, 0}}, tangent, full.prescribed(), state.q);
    if (!motions.empty()) refuse(motions, false, context.where());
}

/// Rigid motions that nothing resists in the step from t0 to t1, which is begun and left there.
std::vector<std::string> ImplicitSolver::free_motions(State state, double t0, double t1) {
    System& system = model_.system();
    system.begin_step(state, t0, t1 - t0);
    system.move_to(t1);
    Forces forces;
    const Tangent& tangent =
        system.tangent(state.q, state.v, {0, 0, 1}, Definiteness::exact, &forces);
    if (forces.event) return {};  // the solve itself will say it
    linear_.solver->require_fit(tangent.properties());
    return unresisted_motions(model_.placed(), tangent, system.prescribed(), state.q);
}

void ImplicitSolver::check(const Clock& clock) {
    if (scheme_.dynamic()) return;
    check_constraints(model_.system().initial(), clock.time(), clock.time());
}

void ImplicitSolver::begin(const Clock& clock) {
    check(clock);
    integrator_.begin(clock.time());
}

void ImplicitSolver::step(const Clock& clock) {
    Clock next = clock;
    ++next.index;
    if (!scheme_.dynamic()) check_constraints(integrator_.state(), clock.time(), next.time());
    real_time_.run(clock.step, is_paced_, [&] { integrator_.step(clock.time(), next.time()); });
}

void ImplicitSolver::save(Archive& archive, const std::string& prefix) const {
    integrator_.save(archive, prefix);
}

void ImplicitSolver::restore(const Archive& archive, const std::string& prefix,
                             const Clock& clock) {
    integrator_.restore(archive, prefix, clock.time());
    constrained_revision_ =
        model_.system().prescribed().revision;  // the unbroken run has checked these
}

void ImplicitSolver::report(nlohmann::json& report) const {
    integrator_.report(report);
    if (const auto cuts = integrator_.cut_summary())
        log_diagnostic(attribute_to(*cuts, provenance));
    if (is_paced_) {
        real_time_.report(report["realtime"]);
        if (const auto slow = real_time_.warning()) log_diagnostic(attribute_to(*slow, provenance));
    }
    report["linear"]["type"] = linear_.type;
    report["linear"]["reason"] = linear_.reason;
    linear_.solver->report(report["linear"]);
    if (integrator_.state().q.size() > 0) model_.report(report, integrator_.state());
}

}  // namespace sinew
