/// The end of a step, as velocities and accelerations at its start predict it.
#pragma once

#include <sinew/mechanics/system/state.hpp>

namespace sinew {

/// v_1 = v_0 + dt a_0 and a_1 = a_0: right to orders dt^2 and dt.
class PredictedStep {
public:
    /// Begins a step of length dt [s].
    void begin(const State& start, double dt);
    /// Length of the step [s]; 0 if none has begun, or has no rates.
    double dt() const { return dt_; }
    /// Velocities at the end, in the unit of State::v.
    Vector& v() { return v_; }
    const Vector& v() const { return v_; }
    /// Accelerations at the end, in the unit of State::a.
    Vector& a() { return a_; }
    const Vector& a() const { return a_; }
    /// The increment of q that an iterate with velocities v is short of, for an integrator that
    /// moves v by c_v dq (c_v > 0 [1/s]).
    void remainder(const Vector& v, double c_v, Vector& s) const { s = (v_ - v) / c_v; }

private:
    Vector v_, a_;
    double dt_ = 0;
};

}  // namespace sinew
