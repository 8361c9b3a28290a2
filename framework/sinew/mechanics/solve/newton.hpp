/// The one Newton loop, for statics and every implicit step.
#pragma once

#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/linear/linear.hpp>
#include <sinew/mechanics/solve/step_equation.hpp>
#include <sinew/mechanics/system/system.hpp>
#include <vector>

namespace sinew {

/// Parameters of Newton's method.
struct NewtonOptions {
    double tolerance = 1e-6;
    double absolute_tolerance = 1e-12;
    int max_iterations = 200;
    int iterations = 0;
    bool line_search = true;
    double forcing = 1e-2;

    static constexpr auto fields = std::tuple{
        field("tolerance", &NewtonOptions::tolerance, between(0, 1),
              "Converged when the residual force is below this fraction of the largest of the "
              "internal, external and inertia forces (2-norms)"),
        field("absolute_tolerance", &NewtonOptions::absolute_tolerance, non_negative,
              "... or below this fraction of the body's typical force (stiffness times area)"),
        field("max_iterations", &NewtonOptions::max_iterations, at_least(1),
              "Iterations before the step counts as failed and is cut"),
        field(
            "iterations", &NewtonOptions::iterations, at_least(0),
            "Do so many iterations, or fewer if it has converged before, and take what comes (1 is "
            "the semi-implicit step; with line_search: false forces are evaluated once an "
            "iteration, and where the last one leads is not looked at before the next step); 0 "
            "iterates to convergence"),
        field(
            "line_search", &NewtonOptions::line_search,
            "Shorten increments that decrease neither the residual nor the potential, and lengthen "
            "those at whose end the derivative is still negative; inadmissible states are never "
            "accepted in either case"),
        field("forcing", &NewtonOptions::forcing, between(0, 1),
              "With an iterative linear solver: loosest relative tolerance of the linear solves "
              "(Eisenstat and Walker 1996, choice 2, tightens it as Newton converges)"),
    };
};

/// Counts and times of all solves so far.
struct NewtonCounts {
    long solves = 0, iterations = 0, linear_iterations = 0;  ///< linear: of all linear solves
    long shortened = 0;      ///< increments that the line search shortened
    long psd_projected = 0;  ///< times that the PSD-projected tangent took the exact one's place
    /// Residual at the end of the last solve, 2-norm on the free degrees of freedom [N], and beside
    /// the largest force; before the last increment where nobody looked at its end.
    double residual = 0, relative_residual = 0;
    double seconds_forces = 0, seconds_tangent = 0, seconds_linear = 0;  ///< [s]
};

/// Result of one solve.
struct NewtonOutcome {
    Event event;  ///< none: converged
    int iterations = 0;
    int n_blocked = 0;           ///< iterations whose increment contact shortened
    bool linear_failed = false;  ///< the event is that of a linear solve
    std::vector<double>
        residuals;  ///< 2-norm on the free degrees of freedom at every iterate, in units of forces
    Vector reactions;  ///< as System::commit wants them
};

/// A state with its forces and residual.
struct NewtonIterate {
    State state;
    Forces forces;
    Vector residual;       ///< zero on prescribed degrees of freedom, in units of forces
    Vector reactions;      ///< what it would be there
    double norm = 0;       ///< of the residual
    double reference = 0;  ///< largest of the forces' norms
};

/// Room that solves share, so that they take no memory once each size has been met.
struct NewtonWorkspace {
    NewtonIterate at, trial, best;
    NewtonIterate anchor;         ///< where full watchdog steps began
    Vector prescribed_increment;  ///< what prescribed degrees of freedom have to go, in units of q
    Vector dq, step, rhs, work;   ///< one number a degree of freedom
    NewtonOutcome outcome;
};

/// Newton's method with line search, PSD projection and watchdog; one object serves many solves.
class Newton {
public:
    /// The linear solver must outlive this.
    Newton(const NewtonOptions& options, LinearSolver& linear)
        : options_(options), linear_(linear) {}

    /// Solves the step equation from `state`, where the integrator starts; prescribed degrees of
    /// freedom go to where the system has them. On failure `state` is not to be used. `target`, if
    /// not null, is the residual to reach instead of zero (load increments of statics). The outcome
    /// stays until the next solve.
    const NewtonOutcome& solve(System& system, const StepEquation& equation, State& state,
                               const Vector* target = nullptr);

    /// M a = external - internal on the free degrees of freedom; a of prescribed ones is given.
    Event solve_acceleration(System& system, State& state);

    /// Counts and times of all solves.
    const NewtonCounts& counts() const { return counts_; }
    /// The prescribed degrees of freedom as the linear solver sees them.
    const FixedMask& fixed() const { return fixed_; }

private:
    friend class NewtonSolve;
    void update_mask(const System& system);

    NewtonOptions options_;
    LinearSolver& linear_;
    NewtonCounts counts_;
    FixedMask fixed_;
    long prescribed_revision_ = -1;  ///< that fixed_ was made for
    NewtonWorkspace workspace_;
    bool has_warned_ = false;  ///< of loads that are lost in round-off
};

}  // namespace sinew
