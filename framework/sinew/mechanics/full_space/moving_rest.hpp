/// A rest shape Phi(t) that moves, for a body whose degrees of freedom are displacements from where
/// its mesh is: the body deforms by u = q - (Phi(t) - X).
#pragma once

#include <limits>
#include <memory>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/assembly/assembler.hpp>
#include <sinew/mechanics/formulation/rest_shape.hpp>
#include <sinew/mechanics/system/state.hpp>

namespace sinew {

/// The rest shape of a body at the time moved to, and its rates over the step begun: velocities
/// (Phi(t + dt) - Phi(t))/dt, accelerations the change of these since the step before, over dt. So
/// implicit Euler steps of q are those of u under the inertia of these accelerations. Vectors have
/// x y z a node.
class MovingRest {
public:
    /// Both outlive it. It is at time 0.
    MovingRest(const VolumeMesh& mesh, const RestShape& shape);

    /// Moves it to time t [s].
    void move_to(double t);
    /// Moves it and the elements to time t [s]. The event: one is turned inside out.
    Event move_to(double t, Assembler& assembler);
    /// Begins a step from the time moved to, of length dt [s]. At the start of a run, and after a
    /// jump, there is no step before: the velocity is the same then, and the state's, which holds
    /// rate(), changes so.
    void begin_step(double dt, State& state);
    /// True if the shape jumps in such a step.
    bool jumps(double dt) const { return shape_.jumps(t_, t_ + dt); }
    /// Begins a step with a jump: the shape, which is moved to the step's end, is at rest there,
    /// and how the state deforms goes with its root.
    void jump(double dt, State& state);
    /// The step begun is done.
    void commit();

    /// Phi as a function of time.
    const RestShape& shape() const { return shape_; }
    /// Phi at the time moved to, 3 x n_nodes [m].
    const Points& positions() const { return positions_; }
    /// Phi - X there [m].
    const Vector& displacement() const { return displacement_; }
    /// dPhi/dt [m/s] and its rate [m/s^2] over the step begun; at the start of a run the velocity
    /// at time 0, and zero.
    const Vector& rate() const { return rate_; }
    const Vector& acceleration() const { return acceleration_; }
    /// u = q - (Phi - X) at the time moved to [m]; valid until the next call.
    const Vector& deformation(const Vector& q) const;
    /// v - dPhi/dt [m/s]; valid until the next call.
    const Vector& deformation_rate(const Vector& v) const;

    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix);

private:
    Points at(double t) const;

    const VolumeMesh& mesh_;
    const RestShape& shape_;
    std::vector<int> nodes_;  ///< all
    double t_ = std::numeric_limits<double>::quiet_NaN();
    Points positions_;
    Vector displacement_, rate_, acceleration_;
    Vector last_rate_;  ///< of the step before; of the start if there is none
    bool in_step_ = false, has_jumped_ = false;
    bool has_begun_ = false;      ///< there is a step before
    bool fits_elements_ = false;  ///< they are where it is
    mutable Vector u_, v_;
};

}  // namespace sinew
