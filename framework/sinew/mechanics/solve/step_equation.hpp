/// The equation of one implicit step, which Newton's method solves.
#pragma once

#include <sinew/mechanics/system/state.hpp>

namespace sinew {

/// Along an increment dq of the degrees of freedom, an integrator moves v by c_v dq and a by c_a
/// dq; the equation to solve is
///
///     r(q) = M a + internal(q, v) - external(q, v) = 0     on the free degrees of freedom,
///
/// whose tangent is c_a M + c_v D + K. Statics is c_v = c_a = 0.
struct StepEquation {
    double c_v = 0;  ///< dv/dq [1/s]
    double c_a = 0;  ///< da/dq [1/s^2]

    /// True if the equation has inertia.
    bool dynamic() const { return c_a != 0; }
    /// Weights of M, D and K in the tangent.
    TangentWeights weights() const { return {c_a, c_v, 1.0}; }
};

/// An implicit integrator of one step: gives the equation, and v and a of the iterate that starts
/// at the old q (which is left alone: it is admissible).
class TimeScheme {
public:
    /// Newmark 1959: q1 = q0 + dt v0 + dt^2 ((1/2 - beta) a0 + beta a1),
    /// v1 = v0 + dt ((1 - gamma) a0 + gamma a1). beta > 0.
    static TimeScheme newmark(double beta, double gamma);
    /// v1 = (q1 - q0)/dt, a1 = (v1 - v0)/dt.
    static TimeScheme implicit_euler();
    /// No rates: a sequence of equilibria.
    static TimeScheme statics();

    /// Begins a step of length dt [s] from `old`: sets v and a of the iterate.
    StepEquation start(const State& old, double dt, State& iterate) const;
    /// True if the step depends on the old acceleration, which then has to be consistent.
    bool needs_acceleration() const { return kind_ == Kind::newmark; }
    /// True if the scheme steps through time: all but statics.
    bool dynamic() const { return kind_ != Kind::statics; }
    /// Newmark's beta and gamma; 0 of the others.
    double beta() const { return beta_; }
    double gamma() const { return gamma_; }

private:
    enum class Kind { newmark, implicit_euler, statics };
    TimeScheme(Kind kind, double beta, double gamma) : kind_(kind), beta_(beta), gamma_(gamma) {}
    Kind kind_;
    double beta_, gamma_;
};

}  // namespace sinew
