#include <fmt/format.h>

#include <cmath>
#include <sinew/kernel/run/log.hpp>
#include <sinew/kernel/run/stop_signal.hpp>
#include <sinew/mechanics/solve/newton_solve.hpp>
#include <sinew/mechanics/solve/stopwatch.hpp>
#include <sinew/player/step.hpp>

namespace sinew {

void Newton::update_mask(const System& system) {
    const Prescribed& prescribed = system.prescribed();
    if (prescribed.revision == prescribed_revision_ && Index(fixed_.fixed.size()) == system.size())
        return;
    prescribed_revision_ = prescribed.revision;
    std::vector<char> fixed(static_cast<std::size_t>(system.size()), 0);
    for (Index i : prescribed.dofs) fixed[static_cast<std::size_t>(i)] = 1;
    if (fixed == fixed_.fixed) return;
    fixed_.fixed = std::move(fixed);
    fixed_.n_free = system.size() - static_cast<Index>(prescribed.dofs.size());
    ++fixed_.revision;
}

const NewtonOutcome& Newton::solve(System& system, const StepEquation& equation, State& state,
                                   const Vector* target) {
    update_mask(system);
    ++counts_.solves;
    NewtonSolve(*this, system, equation, state, target).run();
    return workspace_.outcome;
}

Event Newton::solve_acceleration(System& system, State& state) {
    update_mask(system);
    const Prescribed& prescribed = system.prescribed();
    Forces forces;
    const Tangent& mass = system.tangent(state.q, state.v, {1, 0, 0}, Definiteness::exact, &forces);
    if (forces.event) return forces.event;
    Vector a = Vector::Zero(system.size()), inertia(system.size());
    for (std::size_t k = 0; k < prescribed.dofs.size(); ++k)
        a[prescribed.dofs[k]] = prescribed.a[static_cast<Index>(k)];
    system.dynamics()->apply_mass(a, inertia);
    Vector rhs = forces.external - forces.internal - inertia;
    for (Index i : prescribed.dofs) rhs[i] = 0;
    if (fixed_.n_free > 0) {
        if (Event event = linear_.prepare(mass, fixed_)) return event;
        Vector free(system.size());
        const LinearOutcome outcome = linear_.solve(rhs, free, 1e-10);
        counts_.linear_iterations += outcome.iterations;
        if (outcome.event) return outcome.event;
        a += free;
    }
    state.a = a;
    return {};
}

NewtonSolve::NewtonSolve(Newton& newton, System& system, const StepEquation& equation, State& state,
                         const Vector* target)
    : newton_(newton),
      options_(newton.options_),
      system_(system),
      dynamics_(system.dynamics()),
      equation_(equation),
      result_(state),
      target_(target),
      at_(newton.workspace_.at),
      trial_(newton.workspace_.trial),
      best_(newton.workspace_.best),
      anchor_(newton.workspace_.anchor),
      prescribed_increment_(newton.workspace_.prescribed_increment),
      dq_(newton.workspace_.dq),
      step_(newton.workspace_.step),
      rhs_(newton.workspace_.rhs),
      work_(newton.workspace_.work),
      outcome_(newton.workspace_.outcome) {
    std::swap(at_.state, state);
    outcome_.event = {};
    outcome_.iterations = outcome_.n_blocked = 0;
    outcome_.linear_failed = false;
    outcome_.residuals.clear();
    dq_.resize(system.size());
    rhs_.resize(system.size());
    work_.resize(system.size());
}

/// Prescribed degrees of freedom take their prescribed increment together with the free ones, so
/// that the first linear solve already answers to their motion. Their rates are set such that they
/// become the prescribed ones when that increment is done.
void NewtonSolve::start_prescribed() {
    const Prescribed& prescribed = system_.prescribed();
    prescribed_increment_.setZero(system_.size());
    if (prescribed.dofs.empty()) return;
    for (std::size_t k = 0; k < prescribed.dofs.size(); ++k) {
        const Index i = prescribed.dofs[k], j = static_cast<Index>(k);
        prescribed_increment_[i] = prescribed.q[j] - at_.state.q[i];
        if (!equation_.dynamic()) continue;
        at_.state.v[i] = prescribed.v[j] - equation_.c_v * prescribed_increment_[i];
        at_.state.a[i] = prescribed.a[j] - equation_.c_a * prescribed_increment_[i];
    }
    moving_ = (prescribed_increment_.array() != 0).any();
}

bool NewtonSolve::find_tangent(Forces* forces) {
    const Stopwatch watch(newton_.counts_.seconds_tangent);
    tangent_ =
        &system_.tangent(at_.state.q, at_.state.v, equation_.weights(), definiteness_, forces);
    return !forces || !forces->event;
}

void NewtonSolve::find_residual(Iterate& at) {
    double inertia2 = 0;
    if (equation_.dynamic()) {
        dynamics_->apply_mass(at.state.a, work_);
        player::set_residual(at.forces.internal, at.forces.external, work_, at.residual);
        inertia2 = work_.squaredNorm();
    } else {
        at.residual = at.forces.internal - at.forces.external;
    }
    if (target_) at.residual -= *target_;
    const std::vector<Index>& constrained = system_.prescribed().dofs;
    at.reactions.resize(Index(constrained.size()));
    if (!constrained.empty()) {
        at.reactions = at.residual(constrained);
        at.residual(constrained).setZero();
    }
    at.norm = at.residual.norm();
    at.reference = std::sqrt(
        std::max({at.forces.internal.squaredNorm(), at.forces.external.squaredNorm(), inertia2}));
    if (!std::isfinite(at.norm) && !at.forces.event)
        at.forces.event = {Event::Kind::not_finite, system_.name(), -1, "the residual force"};
}

/// The residual below which nothing is distinguished from round-off, or asked for [N].
double NewtonSolve::floor() const {
    return std::max(options_.absolute_tolerance * system_.force_scale(), noise_);
}

double NewtonSolve::goal(const Iterate& at) const {
    return std::max(options_.tolerance * at.reference, floor());
}

/// True if the residual is small enough. A load that is small compared with the body's stiffness
/// may yet be all that acts on it: the start of a solve is judged by the forces alone, so that a
/// small load gets its small displacement.
bool NewtonSolve::converged() const {
    const bool at_start = outcome_.iterations == 0;
    return !moving_ && at_.norm <= (at_start ? options_.tolerance * at_.reference : goal(at_));
}

/// Eisenstat & Walker 1996, choice 2 with gamma = 0.9, and its safeguard.
double NewtonSolve::linear_tolerance() {
    if (options_.iterations > 0) return 0;
    double eta = options_.forcing;
    if (previous_norm_ > 0) {
        const double ratio = at_.norm / previous_norm_;
        eta = 0.9 * ratio * ratio;
        const double guard = 0.9 * forcing_ * forcing_;
        if (guard > 0.1) eta = std::max(eta, guard);
        eta = std::min(eta, options_.forcing);
    }
    forcing_ = eta;
    return std::clamp(eta, 1e-12, options_.forcing);
}

/// The tolerance of a linear solve beyond which Newton's method has nothing to gain: a tenth of its
/// goal (which may move) over the right-hand side. Kelley, Iterative Methods for Linear and
/// Nonlinear Equations, 1995, equation 6.20, where it is a half.
double NewtonSolve::enough() const {
    return std::min(0.1 * options_.tolerance * at_.reference / rhs_.norm(), 0.1);
}

Event NewtonSolve::find_direction(double tolerance) {
    const Stopwatch watch(newton_.counts_.seconds_linear);
    rhs_ = -at_.residual;
    if (moving_) {
        tangent_->apply(prescribed_increment_, work_);
        rhs_ -= work_;
        const auto& fixed = newton_.fixed_.fixed;
        for (Index i = 0; i < rhs_.size(); ++i)
            if (fixed[static_cast<std::size_t>(i)]) rhs_[i] = 0;
    }
    if (newton_.fixed_.n_free == 0) {
        dq_ = prescribed_increment_;
        return {};
    }
    newton_.linear_.require_fit(tangent_->properties());
    is_prepared_ = false;
    if (Event event = newton_.linear_.prepare(*tangent_, newton_.fixed_)) return event;
    is_prepared_ = true;
    if (tolerance > 0) tolerance = std::max(tolerance, enough());
    const LinearOutcome outcome = newton_.linear_.solve(rhs_, dq_, tolerance);
    newton_.counts_.linear_iterations += outcome.iterations;
    if (outcome.event) return outcome.event;
    if (!dq_.allFinite())
        return {Event::Kind::not_finite, system_.name(), -1, "the solution of the linear system"};
    // An ascent direction of a symmetric tangent: it is indefinite, and the solver did not see it.
    if (tangent_->symmetric() && !moving_ && dq_.dot(rhs_) < 0)
        return {Event::Kind::not_definite, system_.name(), -1, "the tangent gives an ascent"};
    if (moving_) dq_ += prescribed_increment_;
    return {};
}

/// The next tangent that is more definite: what repels across a gap is the first to go astray.
void NewtonSolve::project_more() {
    definiteness_ = definiteness_ == Definiteness::exact && system_.couplings()
                        ? Definiteness::couplings_projected
                        : Definiteness::psd_projected;
    ++newton_.counts_.psd_projected;
}

/// The exact tangent if it is definite, else the one that is the least projected of those that are.
Event NewtonSolve::find_definite_direction() {
    const double tolerance = linear_tolerance();
    for (;;) {
        Event event = find_direction(tolerance);
        if (event && event.body.empty()) event.body = system_.name();
        if (event.kind != Event::Kind::not_definite ||
            definiteness_ == Definiteness::psd_projected || n_watchdog_steps_ > 0)
            return event;
        found_in_solve_ = is_prepared_;
        project_more();
        find_tangent(nullptr);
    }
}

/// The exact tangent gets another chance each time that a projected one has led to a new iterate:
/// near the solution only it converges quadratically, and the PSD-projected one may creep for a
/// hundred iterations. While what is prescribed moves, bodies are far from equilibrium: it would be
/// in vain, but for contact that ends such steps early. A tangent that couplings make indefinite
/// mostly still is so in the next iterate, which a factorisation tells soon and conjugate gradients
/// after a part of a solve: with these it waits until the residual falls fast, as near the
/// solution.
void NewtonSolve::choose_definiteness() {
    constexpr double fast = 0.1;
    const bool is_costly = definiteness_ == Definiteness::couplings_projected && found_in_solve_;
    if (is_costly && !stay_projected_ && at_.norm > fast * previous_norm_) return;
    if ((!moving_ || system_.couplings()) && !stay_projected_) definiteness_ = Definiteness::exact;
    stay_projected_ = false;
}

/// Warns, once, of loads that are round-off compared with the body's stiffness, and therefore move
/// nothing.
void NewtonSolve::warn_of_lost_loads() {
    if (newton_.has_warned_ || outcome_.event || options_.iterations > 0 ||
        at_.norm <= 0.1 * at_.reference)
        return;
    const double loads = at_.forces.external.norm();
    if (loads <= noise_) return;
    newton_.has_warned_ = true;
    log_diagnostic(
        Diagnostic::warning(
            fmt::format("a residual force of {:.3g} N was taken for round-off, though the "
                        "loads are {:.3g} N: beside the stiffness they are lost",
                        at_.norm, loads))
            .remedy("check the units of lengths and of Young's modulus; a lower "
                    "newton.absolute_tolerance makes such a step fail instead")
            .on(system_.name()));
}

void NewtonSolve::run() {
    start_prescribed();
    find_tangent(&at_.forces);
    if (!at_.forces.event) find_residual(at_);
    if (at_.forces.event) {
        outcome_.event = at_.forces.event;
        return;
    }
    // Positions carry round-off of their own size, which stiffness turns into forces.
    noise_ = 2e-16 * tangent_->diagonal_norm() * system_.length_scale();
    const int most = options_.iterations > 0 ? options_.iterations : options_.max_iterations;
    for (;; ++outcome_.iterations) {
        outcome_.residuals.push_back(at_.norm);
        if (converged()) {
            if (outcome_.iterations == 0 || !update_lagged()) break;
            if (outcome_.event) return;
            outcome_.residuals.back() = at_.norm;
            if (converged()) break;
        }
        if (outcome_.iterations == most) {
            if (options_.iterations == 0 || moving_)
                outcome_.event = {
                    Event::Kind::not_converged, system_.name(), -1,
                    fmt::format("Newton's method left a residual of {:.3g} N after {} "
                                "iterations (goal {:.3g} N){}",
                                at_.norm, most, goal(at_), way_left())};
            break;
        }
        leave_if_stopped();
        const bool is_last = options_.iterations > 0 && outcome_.iterations + 1 == most;
        if (outcome_.iterations > 0) {
            choose_definiteness();
            find_tangent(nullptr);
        }
        if (is_stuck()) {
            outcome_.event = {Event::Kind::not_converged, system_.name(), -1,
                              "nothing may go on along Newton's directions" + way_left()};
            return;
        }
        ++newton_.counts_.iterations;
        outcome_.event = find_definite_direction();
        outcome_.linear_failed = bool(outcome_.event);
        if (!outcome_.event && is_last && !options_.line_search && !target_ && is_free()) {
            take_unchecked_step();
            ++outcome_.iterations;
            break;
        }
        if (!outcome_.event) {
            previous_norm_ = at_.norm;
            if (search(outcome_.event)) {
                update_watchdog();
                continue;
            }
        }
        if (n_watchdog_steps_ > 0)
            roll_back();
        else if (outcome_.event)
            return;
        else
            break;  // stagnated at round-off
    }
    warn_of_lost_loads();
    finish();
}

/// True if what is prescribed has hardly come on in the last iterations: it goes against something
/// that does not give way.
bool NewtonSolve::is_stuck() {
    constexpr int check_interval = 20;  // iterations
    constexpr double least_progress = 0.01;
    if (!moving_ || outcome_.iterations % check_interval != 0) return false;
    const double left = prescribed_increment_.lpNorm<Eigen::Infinity>(), before = left_before_;
    left_before_ = left;
    return outcome_.iterations > 0 && left > (1 - least_progress) * before;
}

/// What is prescribed and has not got to its place, and what was in its way.
std::string NewtonSolve::way_left() const {
    if (!moving_) return {};
    const std::string obstacle = obstruction();
    return fmt::format("; what is prescribed still has {:.3g} m to go{}{}",
                       prescribed_increment_.lpNorm<Eigen::Infinity>(),
                       obstacle.empty() ? "" : ": ", obstacle);
}

void NewtonSolve::find_forces_again() {
    const Stopwatch watch(newton_.counts_.seconds_forces);
    system_.forces(at_.state.q, at_.state.v, at_.forces);
    outcome_.event = at_.forces.event;
    if (outcome_.event) return;
    find_residual(at_);
    potential_known_ = false;
}

/// Lets forces catch up with what they lag behind in; true if the residual was recomputed.
bool NewtonSolve::update_lagged() {
    if (options_.iterations > 0) return false;
    Couplings* couplings = system_.couplings();
    if (!couplings || !couplings->update_lagged(at_.state.q, at_.state.v)) return false;
    find_forces_again();
    return true;
}

/// The last of a given number of iterations without a line search: nobody asks what forces are at
/// its end. Reactions are those that the tangent foretells.
void NewtonSolve::take_unchecked_step() {
    const std::vector<Index>& constrained = system_.prescribed().dofs;
    if (!constrained.empty()) {
        tangent_->apply(dq_, work_);
        at_.reactions += work_(constrained);
    }
    move(1);
    std::swap(at_.state, trial_.state);
    moving_ = false;
}

void NewtonSolve::finish() {
    newton_.counts_.residual = at_.norm;
    newton_.counts_.relative_residual = at_.reference > 0 ? at_.norm / at_.reference : 0;
    std::swap(result_, at_.state);
    const Prescribed& prescribed = system_.prescribed();
    outcome_.reactions.setZero(system_.size());
    outcome_.reactions(prescribed.dofs) = at_.reactions;
    if (!moving_) {
        for (std::size_t k = 0; k < prescribed.dofs.size(); ++k) {
            const Index i = prescribed.dofs[k], j = static_cast<Index>(k);
            result_.q[i] = prescribed.q[j];
            if (!equation_.dynamic()) continue;
            result_.v[i] = prescribed.v[j];
            result_.a[i] = prescribed.a[j];
        }
    }
}

}  // namespace sinew
