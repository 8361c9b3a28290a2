/// Carries a system through time by implicit steps or static equilibria.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <sinew/mechanics/solve/cutback_log.hpp>
#include <sinew/mechanics/solve/newton.hpp>
#include <sinew/mechanics/solve/step_control.hpp>

namespace sinew {

/// Steps of an implicit scheme, with step cutbacks when Newton's method fails.
class ImplicitIntegrator {
public:
    /// `max_cutbacks`: a failed step is halved so often before the run gives up. A scheme other
    /// than statics needs a system with dynamics.
    ImplicitIntegrator(System& system, LinearSolver& linear, const TimeScheme& scheme,
                       const NewtonOptions& newton, const Rayleigh& damping, int max_cutbacks);

    /// The state at time t, complete: consistent accelerations, or the first equilibrium.
    void begin(double t);
    /// Steps from t0 to t1 [s]. Throws ComputationError and returns to the state at t0 if it
    /// cannot, and likewise Stopped if a signal stops it (see run/stop_signal.hpp).
    void step(double t0, double t1);

    /// The state at the end of the last step.
    const State& state() const { return state_; }
    System& system() { return system_; }
    /// Counts and times of Newton's method over the run.
    const NewtonCounts& counts() const { return newton_.counts(); }
    /// `tell` is called with a note as soon as the first step is cut.
    void on_first_cut(std::function<void(const Diagnostic&)> tell) { tell_ = std::move(tell); }
    /// A note on all steps that were cut, if several were.
    std::optional<Diagnostic> cut_summary() const;
    /// Number of steps that succeeded, parts of a halved one each.
    long n_steps() const { return n_steps_; }
    /// Outcome of the last solve by Newton's method.
    const NewtonOutcome& last() const { return last_; }

    /// Saves and restores the system, the linear solver and the state; t: time of the state [s].
    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix, double t);
    /// Writes counts and times to run.json.
    void report(nlohmann::json& report) const;

private:
    /// `before`: the system as it is now, filled in if it is needed and empty.
    Event attempt(double t, double dt, std::optional<Archive>& before);
    std::string contact_remedy() const;
    bool begin_step(State& start, double t, double dt);
    Event go(double t, double dt);
    CutbackOutcome step_in_parts(double t0, double t1, Event event, std::optional<Archive>& before);
    void commit(double t);
    void note_cut(double t, double dt, const Event& event);
    CutbackCause cause_of(const Event& event) const;
    std::string remedy(const Event& event) const;
    Archive saved_system() const;
    void find_reactions();
    Event solve_ramped(double t, double dt);
    Event accelerate(State& state);
    [[noreturn]] void fail(const CutbackOutcome& outcome) const;
    [[noreturn]] void fail_start(const Event& event, double t) const;
    [[noreturn]] void fail_equilibrium(const Event& event, double t) const;

    System& system_;
    Dynamics* dynamics_;  ///< nullptr: the system is quasi-static
    LinearSolver& linear_;
    TimeScheme scheme_;
    Newton newton_;
    int max_cutbacks_;
    State state_;
    State start_, next_;  ///< of a step: room that is kept
    long prescribed_revision_ = -1;
    NewtonOutcome last_;
    long n_steps_ = 0;
    CutbackLog cuts_;
    std::function<void(const Diagnostic&)> tell_;
};

}  // namespace sinew
