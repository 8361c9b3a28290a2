/// Newton's increments are shortened until they do good: backtracking.

#include <fmt/format.h>

#include <cmath>
#include <sinew/mechanics/solve/newton_solve.hpp>
#include <sinew/mechanics/solve/stopwatch.hpp>

namespace sinew {

namespace {

constexpr int most_cuts = 20;
constexpr double sufficient = 1e-4;  // Armijo's constant
constexpr int patience = 3;          // iterations in which steps on trust must pay

}  // namespace

/// The incremental potential, whose gradient is the residual: internal energy minus work of the
/// loads, plus a' M a / (2 c_a) of the inertia.
double NewtonSolve::potential(const Iterate& at) {
    double value = system_.potential(at.state.q);
    if (equation_.dynamic()) {
        system_.apply_mass(at.state.a, work_);
        value += at.state.a.dot(work_) / (2 * equation_.c_a);
    }
    if (target_) value -= target_->dot(at.state.q);
    return value;
}

void NewtonSolve::move(double alpha) {
    trial_.state = at_.state;
    const Vector step = alpha * dq_;
    system_.advance(trial_.state.q, step);
    if (equation_.c_v != 0) trial_.state.v += equation_.c_v * step;
    if (equation_.c_a != 0) trial_.state.a += equation_.c_a * step;
}

/// Cheap tests first: the potential is evaluated only if the residual has grown. Where there is
/// none to evaluate (damping, friction), the forces' work along the increment takes its place: a
/// trial at which they still pull onwards, or pull back half as much at most, has lost energy by
/// the rule of the trapezium.
bool NewtonSolve::accepts(const Iterate& trial, double alpha, double slope) {
    if (moving_ || !options_.line_search || options_.iterations > 0) return true;
    if (trial.norm <= (1 - sufficient * alpha) * at_.norm) return true;
    if (!tangent_->symmetric()) return false;
    const double end = trial.residual.dot(dq_);
    if (std::abs(end) <= 0.5 * std::abs(slope)) return true;
    if (!system_.conservative() || equation_.damped) return end <= 0;
    if (!potential_known_) potential_ = potential(at_);
    potential_known_ = true;
    const double noise = 1e-14 * std::abs(potential_);
    return potential(trial) <= potential_ + sufficient * alpha * slope + noise;
}

/// Whether a full step that makes things worse is taken on trust (the watchdog of Chamberlain,
/// Powell, Lemarechal & Pedersen 1982). Where a body turns, a full step along the tangent stretches
/// it, and the next one mends that: shortened steps would crawl along the arc.
bool NewtonSolve::trusts() {
    if (!may_trust_ || definiteness_ != Definiteness::exact) return false;
    if (n_trusted_ == 0) anchor_ = at_;
    n_trusted_ = std::max(n_trusted_, 1);
    return true;
}

/// After an iteration: trust has paid, or has to pay soon, or ends.
void NewtonSolve::watch() {
    if (n_trusted_ == 0) return;
    if (at_.norm < anchor_.norm)
        n_trusted_ = 0;
    else if (n_trusted_++ == patience)
        go_back();
}

void NewtonSolve::go_back() {
    std::swap(at_, anchor_);
    n_trusted_ = 0;
    may_trust_ = false;
    previous_norm_ = 0;
    outcome_.event = {};
}

/// Moves at_ along dq_. False with an event: no admissible or useful step was found; false without
/// one: the residual is round-off already.
bool NewtonSolve::search(Event& event) {
    const double slope = at_.residual.dot(dq_);
    double alpha = 1;
    potential_known_ = false;
    Event last;
    for (int cut = 0; cut < most_cuts; ++cut) {
        move(alpha);
        {
            const Stopwatch watch(newton_.counts_.seconds_forces);
            system_.forces(trial_.state.q, trial_.state.v, trial_.forces);
            if (!trial_.forces.event) find_residual(trial_);
        }
        if (!trial_.forces.event && (accepts(trial_, alpha, slope) || (cut == 0 && trusts()))) {
            std::swap(at_, trial_);
            gap_ *= 1 - alpha;
            moving_ = moving_ && alpha < 1;
            if (cut > 0) ++newton_.counts_.shortened;
            return true;
        }
        last = trial_.forces.event;
        double factor = 0.5;
        if (!last && slope < 0) {
            const double end = trial_.residual.dot(dq_);
            if (end > 0) factor = std::clamp(slope / (slope - end), 0.1, 0.5);
        }
        alpha *= factor;
        trial_.forces.event = {};
    }
    if (n_trusted_ > 0) return false;
    if (at_.norm <= 1e3 * noise_ && !moving_) return false;
    if (definiteness_ == Definiteness::exact) {
        // The exact tangent misled: the next iteration takes the clamped one from the same place.
        definiteness_ = Definiteness::clamped;
        ++newton_.counts_.clamped;
        stay_clamped_ = true;
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
