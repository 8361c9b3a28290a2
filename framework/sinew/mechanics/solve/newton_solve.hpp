/// One solve of Newton's method: what it carries from iteration to iteration.
#pragma once

#include <sinew/mechanics/solve/newton.hpp>

namespace sinew {

/// The state of one solve.
class NewtonSolve {
public:
    /// Arguments as Newton::solve takes them.
    NewtonSolve(Newton& newton, System& system, const StepEquation& equation, State& state,
                const Vector* target);
    /// Solves; the outcome is in Newton's workspace.
    void run();

private:
    using Iterate = NewtonIterate;

    void start_prescribed();
    bool find_tangent(Forces* forces);
    void find_residual(Iterate& at);
    Event find_direction(double tolerance);
    Event find_definite_direction();
    bool converged() const;
    double floor() const;
    double goal(const Iterate& at) const;
    double linear_tolerance();
    double enough() const;
    void choose_definiteness();
    void project_more();
    void warn_of_lost_loads();
    void find_forces_again();
    bool is_stuck();
    std::string way_left() const;
    bool update_lagged();
    bool is_free();
    std::string obstruction() const;
    bool search(Event& event);
    void take_unchecked_step();
    void finish();
    bool evaluate_trial(double alpha);
    bool accepts(const Iterate& trial, double alpha, double initial_derivative);
    bool lowers_potential(const Iterate& trial, double alpha, double initial_derivative);
    bool is_above_noise(double change) const;
    bool judges_by_potential() const;
    double potential(const Iterate& at);
    void move(double alpha);
    bool wants_longer_step(double derivative, double initial_derivative) const;
    bool takes_watchdog_step();
    void update_watchdog();
    void roll_back();

    Newton& newton_;
    const NewtonOptions& options_;
    System& system_;
    Dynamics* dynamics_;  ///< nullptr: the equation is static
    const StepEquation equation_;
    State& result_;
    const Vector* target_;

    Iterate &at_, &trial_, &best_;
    Iterate& anchor_;               ///< where full watchdog steps began
    int n_watchdog_steps_ = 0;      ///< iterations since then; 0: no watchdog step is pending
    bool watchdog_allowed_ = true;  ///< until watchdog steps have been in vain
    const Tangent* tangent_ = nullptr;
    Definiteness definiteness_ = Definiteness::exact;
    bool stay_projected_ = false;   ///< the exact tangent misled at this very iterate
    bool is_prepared_ = false;      ///< the linear solver took the tangent
    bool found_in_solve_ = false;   ///< it did, and found only later that it was not definite
    Vector& prescribed_increment_;  ///< what prescribed degrees of freedom still have to go
    bool moving_ = false;           ///< prescribed_increment_ is not zero
    double left_before_ = 0;        ///< its largest entry when is_stuck looked last
    Vector &dq_, &step_, &rhs_, &work_;
    double noise_ = 0;  ///< residual that round-off alone makes [N]
    double previous_norm_ = 0, forcing_ = 0;
    double potential_ = 0;
    bool potential_known_ = false;
    NewtonOutcome& outcome_;
};

}  // namespace sinew
