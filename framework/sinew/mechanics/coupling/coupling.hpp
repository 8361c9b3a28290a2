/// The interface of `coupling/` plugins: forces between bodies, or between a body and a moving
/// shape.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/system/active_window.hpp>
#include <sinew/mechanics/system/points.hpp>
#include <vector>

namespace sinew {

struct Body;

/// Forces between bodies, or between bodies and a moving shape.
class Coupling : public Object {
public:
    static constexpr const char* kind = "coupling";
    using Common = ActiveWindow;
    Common common;

    /// The bodies it couples; MaterialPoint::body counts along this list.
    virtual std::vector<Body*> bodies() const = 0;
    /// True if its stiffness is always symmetric.
    virtual bool symmetric() const { return true; }
    /// True if its forces derive from `energy` (friction's do not). False for any coupling that
    /// gives out.damping: no dissipation is asked of couplings.
    virtual bool conservative() const { return symmetric(); }
    /// s [N/m] such that v'K v <= 2 s v'v for its stiffness K and every v: the stable step of
    /// explicit solvers, which refuse couplings without a bound. Half its largest eigenvalue is the
    /// least that will do; friction is left to `damp`. The same throughout its life.
    virtual std::optional<double> stiffness_bound() const { return std::nullopt; }

    /// Adds the derivative of its forces by velocities now (friction), as out.damping(i, j, C), for
    /// the stable step of explicit solvers.
    virtual void damp(const PointMotion& /*motion*/, double /*t*/, PointForces& /*out*/) const {}

    /// Called at the start of a step of length dt [s] that begins at t [s], at one end of which it
    /// acts: broad phase, friction anchors.
    virtual void begin_step(const PointMotion& /*motion*/, double /*t*/, double /*dt*/) {}
    /// A search for equilibrium begins, with iterations of its own; a step may take several.
    virtual void begin_solve() {}
    /// Forces (and stiffness if out.wants_tangent()) at time t. The points touched may change from
    /// call to call.
    virtual void evaluate(const PointMotion& motion, double t, PointForces& out) = 0;
    /// Forces keep something from the last evaluation with a tangent (pairs of contact): finds it
    /// anew where bodies are now. False if forces stay as they are.
    virtual bool renew(const PointMotion& /*motion*/, double /*t*/) { return false; }
    /// Share in [0, 1] of the straight paths of all points from `from` to `to` that they may go
    /// such that nothing passes through anything; 1 for couplings that forbid nothing.
    virtual double largest_step(const PointMotion& /*from*/, const PointMotion& /*to*/) {
        return 1;
    }
    /// Energy stored [J].
    virtual double energy(const PointMotion& motion, double t) = 0;
    /// The step to t is committed.
    virtual void commit(const PointMotion& /*motion*/, double /*t*/) {}

    /// Counts for run.json, of the run and of its last state.
    virtual void report(nlohmann::json& /*report*/) const {}

    /// Saves and restores the state between steps that forces depend on.
    virtual void save(Archive&, const std::string& /*prefix*/) const {}
    virtual void restore(const Archive&, const std::string& /*prefix*/) {}
};

}  // namespace sinew
