#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/stopped.hpp>
#include <sinew/mechanics/solve/implicit_integrator.hpp>
#include <sinew/player/step.hpp>
#include <utility>

namespace sinew {

ImplicitIntegrator::ImplicitIntegrator(System& system, LinearSolver& linear,
                                       const TimeScheme& scheme, const NewtonOptions& newton,
                                       const Rayleigh& damping, int max_cutbacks)
    : system_(system),
      dynamics_(system.dynamics()),
      linear_(linear),
      scheme_(scheme),
      newton_(newton, linear),
      max_cutbacks_(max_cutbacks) {
    SINEW_ASSERT(!scheme.dynamic() || dynamics_ != nullptr, "{} has no dynamics", system.name());
    if (dynamics_) dynamics_->set_damping(damping);
}

void ImplicitIntegrator::begin(double t) {
    state_ = system_.initial();
    system_.move_to(t);
    if (!scheme_.dynamic()) {
        state_.v.setZero();
        state_.a.setZero();
        std::optional<Archive> before;
        Event event = attempt(t, 0, before);
        if (event) event = solve_ramped(t, 0);
        if (event) fail_equilibrium(event, t);
    } else {
        const Prescribed& prescribed = system_.prescribed();
        for (std::size_t k = 0; k < prescribed.dofs.size(); ++k) {
            state_.q[prescribed.dofs[k]] = prescribed.q[static_cast<Index>(k)];
            state_.v[prescribed.dofs[k]] = prescribed.v[static_cast<Index>(k)];
        }
        system_.begin_step(state_, t, 0);
        system_.move_to(t);
        state_.a.setZero(state_.q.size());
        if (scheme_.needs_acceleration())
            if (Event event = accelerate(state_)) fail_start(event, t);
        find_reactions();
    }
    commit(t);
}

/// Finds the reactions of the initial state of dynamics, which no solve has led to.
void ImplicitIntegrator::find_reactions() {
    Forces forces;
    system_.forces(state_.q, state_.v, forces);
    if (forces.event) fail_start(forces.event, 0);
    Vector inertia;
    dynamics_->apply_mass(state_.a, inertia);
    const Vector unbalanced = inertia + forces.internal - forces.external;
    const std::vector<Index>& constrained = system_.prescribed().dofs;
    last_.reactions.setZero(system_.size());
    last_.reactions(constrained) = unbalanced(constrained);
}

/// Solves for consistent accelerations: they jump when the set of prescribed degrees of freedom
/// changes, and Newmark's rule would carry the old ones on as a ringing.
Event ImplicitIntegrator::accelerate(State& state) {
    return newton_.solve_acceleration(system_, state);
}

/// A system that has changed its degrees of freedom for a step that fails has to change them back.
Event ImplicitIntegrator::attempt(double t, double dt, std::optional<Archive>& before) {
    if (system_.changes_dofs() && !before) before = saved_system();
    Event event = go(t, dt);
    if (event && system_.changes_dofs()) system_.restore(*before, "system");
    return event;
}

/// Begins a step at `start`, which the system may have moved ahead: only as far as nothing passes
/// through anything on the way from where the last step ended. True if it is another state now.
bool ImplicitIntegrator::begin_step(State& start, double t, double dt) {
    Couplings* couplings = system_.couplings();
    const Vector from = couplings ? start.q : Vector();
    const bool has_new_dofs = system_.begin_step(start, t, dt);
    system_.move_to(t + dt);
    if (has_new_dofs || !couplings || start.q == from) return has_new_dofs;
    constexpr double margin = 0.9;
    const Vector ahead = start.q - from;
    const double share = couplings->largest_step(from, ahead);
    if (share < 1) start.q = from + margin * share * ahead;
    return false;
}

Event ImplicitIntegrator::go(double t, double dt) {
    last_.n_blocked = 0;
    last_.linear_failed = false;
    start_ = state_;
    const bool has_jumped = begin_step(start_, t, dt);
    if (scheme_.needs_acceleration() &&
        (has_jumped || system_.prescribed().revision != prescribed_revision_))
        if (Event event = accelerate(start_)) return event;
    const StepEquation equation = scheme_.start(start_, dt, next_);
    last_ = newton_.solve(system_, equation, next_);
    if (last_.event) return last_.event;
    std::swap(state_, next_);
    return {};
}

void ImplicitIntegrator::commit(double t) {
    prescribed_revision_ = system_.prescribed().revision;
    system_.commit(state_, t, last_.reactions);
}

Archive ImplicitIntegrator::saved_system() const {
    Archive archive;
    system_.save(archive, "system");
    return archive;
}

/// The equilibrium at one time, by increments of whatever is out of balance: solves
/// r(q) = (1 - s) r(q0) for s from 0 to 1, in steps that are cut and recover. For objects that are
/// notified of steps (friction) all of them are one step from t to t + dt.
Event ImplicitIntegrator::solve_ramped(double t, double dt) {
    begin_step(state_, t, dt);
    Forces forces;
    system_.forces(state_.q, state_.v, forces);
    if (forces.event) return forces.event;
    const Vector out_of_balance = forces.internal - forces.external;
    const CutbackOutcome outcome = cover_interval(0, 1, max_cutbacks_, [&](double s, double ds) {
        State next;
        const StepEquation equation = scheme_.start(state_, 0, next);
        const Vector target = (1 - s - ds) * out_of_balance;
        last_ = newton_.solve(system_, equation, next, &target);
        if (last_.event)
            note_cut(t, dt, last_.event);
        else
            state_ = std::move(next);
        return last_.event;
    });
    return outcome.event;
}

/// A step that fails, or is stopped, ends in the state at its start. The system is saved only for a
/// step that is cut: no other has more than one part to undo.
void ImplicitIntegrator::step(double t0, double t1) {
    std::optional<Archive> before;
    std::optional<State> start;
    const std::function<void()> bring_linear_back = linear_.way_back();
    const auto return_to_start = [&, revision = prescribed_revision_] {
        if (start) state_ = *start;
        prescribed_revision_ = revision;
        if (before) system_.restore(*before, "system");
        system_.move_to(t0);
    };
    try {
        const Event event = attempt(t0, player::duration(t0, t1), before);
        if (!event) {
            commit(t1);
            ++n_steps_;
            return;
        }
        if (!before) before = saved_system();
        start = state_;
        const CutbackOutcome outcome = step_in_parts(t0, t1, event, before);
        if (!outcome.event) return;
        return_to_start();
        fail(outcome);
    } catch (const Stopped&) {
        return_to_start();
        bring_linear_back();
        throw;
    } catch (const ComputationError&) {  // what moves in time cannot: a rig, a rest shape
        return_to_start();
        throw;
    }
}

/// Goes on in shorter steps after the whole one has failed by `event`; `before`: the system at its
/// start.
CutbackOutcome ImplicitIntegrator::step_in_parts(double t0, double t1, Event event,
                                                 std::optional<Archive>& before) {
    bool is_first = true;
    CutbackOutcome outcome = cover_interval(t0, t1, max_cutbacks_, [&](double t, double dt) {
        std::optional<Archive> anew;
        if (!std::exchange(is_first, false)) event = attempt(t, dt, t == t0 ? before : anew);
        if (event) {
            note_cut(t, dt, event);
            return event;
        }
        commit(t + dt);
        ++n_steps_;
        return event;
    });
    if (outcome.event && !scheme_.dynamic()) {
        // A load that jumps cannot be cut in time: the rest is ramped at the time of the jump.
        outcome.event = solve_ramped(outcome.time, t1 - outcome.time);
        outcome.time = t1;
        if (!outcome.event) {
            commit(t1);
            ++n_steps_;
        }
    }
    return outcome;
}

/// Counts an attempt that failed, and tells the first at once: what follows may take long.
void ImplicitIntegrator::note_cut(double t, double dt, const Event& event) {
    const bool is_first = cuts_.add({t, dt, event, cause_of(event)});
    if (is_first && tell_ && max_cutbacks_ > 0)
        tell_(cuts_.first(system_.couplings() != nullptr, linear_.provenance.plugin));
}

/// The cause of an event, with what the last solve by Newton's method knows of it: contact is to
/// blame where it shortened every second increment.
CutbackCause ImplicitIntegrator::cause_of(const Event& event) const {
    if (event.kind == Event::Kind::inverted) return CutbackCause::inverted;
    if (event.kind == Event::Kind::not_finite) return CutbackCause::not_finite;
    if (last_.linear_failed) return CutbackCause::linear_solver;
    const bool is_blocked = last_.n_blocked > 0 && 2 * last_.n_blocked >= last_.iterations;
    return is_blocked ? CutbackCause::contact : CutbackCause::newton;
}

std::optional<Diagnostic> ImplicitIntegrator::cut_summary() const {
    return cuts_.summary(newton_.counts().iterations, system_.couplings() != nullptr,
                         linear_.provenance.plugin);
}

std::string ImplicitIntegrator::remedy(const Event& event) const {
    return "; " +
           remedy_of(cause_of(event), system_.couplings() != nullptr, linear_.provenance.plugin) +
           contact_remedy();
}

void ImplicitIntegrator::fail(const CutbackOutcome& outcome) const {
    if (!scheme_.dynamic()) fail_equilibrium(outcome.event, outcome.time);
    throw ComputationError(
        fmt::format("the step of {:.3g} s at time {:.6g} s failed, also after {} halvings: {}",
                    outcome.failed_step, outcome.time, max_cutbacks_, outcome.event.describe()),
        "look at the body there (too stiff a spring, a collapsed element, a load that jumps)" +
            remedy(outcome.event));
}

/// A remedy for a step in which contact was in the way.
std::string ImplicitIntegrator::contact_remedy() const {
    const Couplings* couplings = system_.couplings();
    if (!couplings || couplings->obstruction().empty()) return {};
    return "; where prescribed parts close on each other no state is left between them: attach "
           "bones by springs ({type: attach, stiffness: ...}), or change the motion";
}

void ImplicitIntegrator::fail_start(const Event& event, double t) const {
    throw ComputationError(
        fmt::format("the state at the start, time {:.6g} s, cannot be evaluated: {}", t,
                    event.describe()),
        "look at the mesh, at the initial displacement, and at what is prescribed at the start");
}

void ImplicitIntegrator::fail_equilibrium(const Event& event, double t) const {
    throw ComputationError(
        fmt::format("load too large for static convergence at time {:.6g} s, also after its "
                    "increment was halved {} times: {}",
                    t, max_cutbacks_, event.describe()),
        "apply the load more slowly (keyframes over more steps), lower it, refine the mesh where "
        "the element is named, or let solver/implicit_euler carry the body through a snap" +
            remedy(event));
}

void ImplicitIntegrator::save(Archive& archive, const std::string& prefix) const {
    archive.put(prefix + "/q", state_.q);
    archive.put(prefix + "/v", state_.v);
    archive.put(prefix + "/a", state_.a);
    system_.save(archive, prefix + "/system");
    linear_.save(archive, prefix + "/linear");
}

void ImplicitIntegrator::restore(const Archive& archive, const std::string& prefix, double t) {
    system_.restore(archive, prefix + "/system");
    linear_.restore(archive, prefix + "/linear");
    system_.move_to(t);
    const Index n = system_.size();
    state_.q = archive.vector(prefix + "/q", n);
    state_.v = archive.vector(prefix + "/v", n);
    state_.a = archive.vector(prefix + "/a", n);
    prescribed_revision_ = system_.prescribed().revision;
}

void ImplicitIntegrator::report(nlohmann::json& report) const {
    const NewtonCounts& counts = newton_.counts();
    report["steps"] = n_steps_;
    cuts_.report(report);
    report["newton"] = {{"solves", counts.solves},
                        {"iterations", counts.iterations},
                        {"shortened_increments", counts.shortened},
                        {"psd_projected_tangents", counts.psd_projected},
                        {"residual", counts.residual},
                        {"relative_residual", counts.relative_residual}};
    report["linear_iterations"] = counts.linear_iterations;
    report["seconds"] = {{"forces", counts.seconds_forces},
                         {"tangent", counts.seconds_tangent},
                         {"linear", counts.seconds_linear}};
}

}  // namespace sinew
