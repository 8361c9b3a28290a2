/// Line search along Newton's increments: shorter steps until the residual falls, longer ones while
/// it falls further.

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <sinew/mechanics/solve/newton_solve.hpp>
#include <sinew/mechanics/solve/stopwatch.hpp>
#include <sinew/player/step.hpp>

namespace sinew {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int most_trials = 20, most_refined = 4;
constexpr double sufficient = 1e-4;  // Armijo's constant
constexpr int watchdog_limit = 3;    // iterations in which watchdog steps must pay

/// Steps that are too short and too long, with the directional derivative at both.
class Bracket {
public:
    explicit Bracket(double initial_derivative) : derivative_low_(initial_derivative) {}
    void too_short(double alpha, double derivative) {
        low_ = alpha;
        derivative_low_ = derivative;
    }
    void too_long(double alpha, double derivative) {
        high_ = alpha;
        derivative_high_ = std::max(derivative, 0.0);
    }
    /// Regula falsi, between `least` and half of the way; twice as long if nothing was too long.
    double next(double least) const {
        if (high_ == infinity) return 2 * low_;
        double part = 0.5;
        if (derivative_high_ > 0 && derivative_low_ < 0)
            part = std::clamp(derivative_low_ / (derivative_low_ - derivative_high_), least, 0.5);
        return low_ + part * (high_ - low_);
    }

private:
    double low_ = 0, high_ = infinity;
    double derivative_low_, derivative_high_ = 0;  // 0 if unknown
};

/// The longest step along an increment on which nothing passes through anything, with a margin.
class StepBound {
public:
    StepBound(Couplings* couplings, const Vector& q, const Vector& dq)
        : couplings_(couplings), q_(q), dq_(dq) {}

    /// alpha, or as much of it as may be gone; 0 if nothing is left. A shorter step of a body that
    /// turns does not end on the path of the longer one: each is looked at.
    double within(double alpha) {
        if (!couplings_) return alpha;
        alpha = std::min(alpha, limit_);
        for (const double asked = alpha; alpha > least * asked;) {
            const double share = alpha == free_ ? 1 : couplings_->largest_step(q_, alpha * dq_);
            if (share == 1) return free_ = alpha;
            limit_ = alpha *= margin * share;
        }
        return limit_ = 0;
    }

private:
    static constexpr double margin = 0.9, least = 1e-12;

    Couplings* couplings_;
    const Vector &q_, &dq_;
    double free_ = 0;          // nothing is in the way of this step
    double limit_ = infinity;  // soon after it something is
};

}  // namespace

/// The incremental potential, whose gradient is the residual: internal energy minus work of the
/// loads, plus a' M a / (2 c_a) of the inertia and v' D v / (2 c_v) of the damping.
double NewtonSolve::potential(const Iterate& at) {
    double value = system_.potential(at.state.q);
    if (equation_.dynamic()) {
        dynamics_->apply_mass(at.state.a, work_);
        value += at.state.a.dot(work_) / (2 * equation_.c_a);
        value += dynamics_->dissipation(at.state.v) / equation_.c_v;
    }
    if (target_) value -= target_->dot(at.state.q);
    return value;
}

void NewtonSolve::move(double alpha) {
    trial_.state = at_.state;
    step_ = alpha * dq_;
    system_.advance(trial_.state.q, step_);
    player::move_rates({equation_.c_v, equation_.c_a}, step_, trial_.state.v, trial_.state.a);
}

/// True if the potential has fallen, by Armijo's rule.
bool NewtonSolve::lowers_potential(const Iterate& trial, double alpha, double initial_derivative) {
    if (!potential_known_) potential_ = potential(at_);
    potential_known_ = true;
    const double noise = 1e-14 * std::abs(potential_);
    return potential(trial) <= potential_ + sufficient * alpha * initial_derivative + noise;
}

/// True if such a change of the potential is more than its round-off; else the residual has to
/// fall.
bool NewtonSolve::is_above_noise(double change) const {
    return std::abs(change) > 1e-13 * std::abs(potential_);
}

/// True if steps are accepted by the potential alone: beside contact and its friction, forces
/// change so fast along a step that only it tells where a step leads.
bool NewtonSolve::judges_by_potential() const {
    return system_.couplings() && system_.conservative() && tangent_->symmetric();
}

/// Cheap tests first: the potential is evaluated only if the residual has grown. Where there is
/// none to evaluate (follower loads), the forces' work along the increment takes its place: a
/// trial at which the derivative is still negative, or positive and half as large at most, has lost
/// energy by the rule of the trapezium.
bool NewtonSolve::accepts(const Iterate& trial, double alpha, double initial_derivative) {
    if (moving_ || !options_.line_search || options_.iterations > 0) return true;
    if (judges_by_potential())
        return lowers_potential(trial, alpha, initial_derivative) &&
               (is_above_noise(alpha * initial_derivative) || trial.norm <= at_.norm ||
                trial.norm <= floor());
    if (trial.norm <= std::max(floor(), (1 - sufficient * alpha) * at_.norm)) return true;
    if (!tangent_->symmetric()) return false;
    const double end = trial.residual.dot(dq_);
    if (std::abs(end) <= 0.5 * std::abs(initial_derivative)) return true;
    if (!system_.conservative()) return end <= 0;
    return lowers_potential(trial, alpha, initial_derivative);
}

/// True if a longer step is worth a try: the directional derivative is still almost that of the
/// start.
bool NewtonSolve::wants_longer_step(double derivative, double initial_derivative) const {
    return derivative < -0.5 * std::abs(initial_derivative) && !moving_ && options_.line_search &&
           options_.iterations == 0 && tangent_->symmetric();
}

/// True if a full step that increases the residual is accepted for the time being (the watchdog of
/// Chamberlain, Powell, Lemarechal & Pedersen 1982). Where a body turns, a full step along the
/// tangent stretches it, and the next one mends that: shortened steps would crawl along the arc.
bool NewtonSolve::takes_watchdog_step() {
    if (!watchdog_allowed_ || definiteness_ != Definiteness::exact || judges_by_potential())
        return false;
    if (n_watchdog_steps_ == 0) anchor_ = at_;
    n_watchdog_steps_ = std::max(n_watchdog_steps_, 1);
    return true;
}

/// The watchdog after an iteration: a full step has paid, or has to pay soon, or is rolled back.
void NewtonSolve::update_watchdog() {
    if (n_watchdog_steps_ == 0) return;
    if (at_.norm < anchor_.norm)
        n_watchdog_steps_ = 0;
    else if (n_watchdog_steps_++ == watchdog_limit)
        roll_back();
}

void NewtonSolve::roll_back() {
    std::swap(at_, anchor_);
    n_watchdog_steps_ = 0;
    watchdog_allowed_ = false;
    previous_norm_ = 0;
    outcome_.event = {};
}

bool NewtonSolve::evaluate_trial(double alpha) {
    move(alpha);
    const Stopwatch watch(newton_.counts_.seconds_forces);
    system_.forces(trial_.state.q, trial_.state.v, trial_.forces);
    if (!trial_.forces.event) find_residual(trial_);
    return !trial_.forces.event;
}

/// True if nothing passes through anything along the increment.
bool NewtonSolve::is_free() {
    Couplings* couplings = system_.couplings();
    return !couplings || couplings->largest_step(at_.state.q, dq_) == 1;
}

/// What was in the way of increments, in words; empty if nothing was.
std::string NewtonSolve::obstruction() const {
    const Couplings* couplings = system_.couplings();
    return couplings ? couplings->obstruction() : std::string();
}

/// Moves at_ along dq_. False with an event: no admissible or useful step was found; false without
/// one: the residual is round-off already.
///
/// Backtracking finds an acceptable step; while the directional derivative there is almost that of
/// the start, the search goes on to longer ones (Matthies & Strang 1979): forces cost little
/// compared with the next tangent.
bool NewtonSolve::search(Event& event) {
    const double initial_derivative = at_.residual.dot(dq_);
    Bracket bracket(initial_derivative);
    StepBound bound(system_.couplings(), at_.state.q, dq_);
    double alpha = bound.within(1), found = 0, derivative_found = 0;
    if (alpha < 1) ++outcome_.n_blocked;
    if (alpha == 0) {
        event = {Event::Kind::not_converged, system_.name(), -1,
                 "nothing may go on along Newton's direction" +
                     (moving_ ? way_left() : ": " + obstruction())};
        return false;
    }
    potential_known_ = false;
    Event last;
    for (int trial = 0, refined = 0; trial < most_trials && refined <= most_refined; ++trial) {
        const bool admissible = evaluate_trial(alpha);
        const double derivative = admissible ? trial_.residual.dot(dq_) : 0;
        const bool overshot = found > 0 && derivative > std::abs(derivative_found);
        const bool lowers = admissible && !overshot && accepts(trial_, alpha, initial_derivative);
        if (lowers || (admissible && trial == 0 && takes_watchdog_step())) {
            std::swap(best_, trial_);
            found = alpha;
            derivative_found = derivative;
            if (!lowers || best_.norm <= goal(best_) ||
                !wants_longer_step(derivative, initial_derivative))
                break;
            bracket.too_short(alpha, derivative);
        } else {
            last = trial_.forces.event;
            trial_.forces.event = {};
            bracket.too_long(alpha, derivative);
        }
        if (found > 0) ++refined;
        alpha = bound.within(bracket.next(found > 0 ? 0.25 : 0.1));
        if (alpha == found) break;  // nothing may go farther
    }
    if (found > 0) {
        std::swap(at_, best_);
        prescribed_increment_ *= 1 - found;
        moving_ = moving_ && found < 1;
        if (found < 1) ++newton_.counts_.shortened;
        return true;
    }
    if (n_watchdog_steps_ > 0) return false;
    if (at_.norm <= 1e3 * noise_ && !moving_) return false;
    if (definiteness_ != Definiteness::psd_projected) {
        // This tangent misled: the next iteration takes another from the same iterate.
        project_more();
        stay_projected_ = true;
        return true;
    }
    event =
        last ? last
             : Event{Event::Kind::not_converged, system_.name(), -1,
                     fmt::format("no step along Newton's direction lowers the residual of {:.3g} "
                                 "N",
                                 at_.norm)};
    return false;
}

}  // namespace sinew
