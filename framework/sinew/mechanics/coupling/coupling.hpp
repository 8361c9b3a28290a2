/// The interface of `coupling/` plugins: forces between bodies, or between a body and a moving
/// shape.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <sinew/kernel/library/refusal.hpp>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/coupling/contact_results.hpp>
#include <sinew/mechanics/system/active_window.hpp>
#include <sinew/mechanics/system/points.hpp>
#include <vector>

namespace sinew {

struct Body;
class BodySystem;
class ObstacleSurface;

/// Traits of couplings, which a plugin lists as `static constexpr std::array traits{...}`.
namespace coupling_trait {
/// Its stiffness has no bound: Coupling::stiffness_bound is nothing.
inline constexpr const char* unbounded_stiffness = "unbounded_stiffness";
/// It takes steps that are solved to convergence, as its forces grow without bound.
inline constexpr const char* solved_to_convergence = "solved_to_convergence";
/// It takes steps of a given number of iterations, as an equilibrium may not exist.
inline constexpr const char* given_iterations = "given_iterations";
/// It holds two skins together at Coupling::tied_nodes.
inline constexpr const char* ties_skins = "ties_skins";
}  // namespace coupling_trait

/// Nodes of the skins of two bodies where these lie on each other, ascending.
struct TiedNodes {
    std::vector<int> first, second;
};

/// Forces between bodies, or between bodies and a moving shape.
class Coupling : public Object {
public:
    static constexpr const char* kind = "coupling";
    /// The refusal of explicit solvers, by declaration and of whatever has no stiffness_bound.
    static constexpr Refusal unbounded{
        .kind = kind,
        .trait = coupling_trait::unbounded_stiffness,
        .problem =
            "{plugin} of {node} knows no bound on its stiffness, from which explicit steps find "
            "their stable length",
        .remedy =
            "use solver: {type: implicit_newmark} or {type: implicit_euler}, or, of "
            "coupling/contact, potential: offset"};
    using Common = ActiveWindow;
    Common common;

    /// The bodies it couples; MaterialPoint::body counts along this list.
    virtual std::vector<Body*> bodies() const = 0;
    /// Systems of its own, of bodies of prescribed motion (obstacles). They are among
    /// bodies(), and the solver steps them with the others.
    virtual std::vector<BodySystem*> obstacles() { return {}; }
    /// The surfaces of prescribed motion that let no body pass, for outputs to show; they
    /// live as long as this.
    virtual std::vector<const ObstacleSurface*> obstacle_surfaces() const { return {}; }
    /// The nodes of bodies()[0] and bodies()[1] that it holds together; none without the trait
    /// ties_skins. Contact leaves them out.
    virtual TiedNodes tied_nodes() const { return {}; }
    /// True if its stiffness is always symmetric.
    virtual bool symmetric() const { return true; }
    /// True if its forces are minus the gradient of `potential` within a step.
    virtual bool conservative() const { return symmetric(); }
    /// s [N/m] such that v'K v <= 2 s v'v for its stiffness K and every v: the stable step of
    /// explicit solvers, which refuse couplings without a bound. Half its largest eigenvalue is the
    /// least that will do; friction is left to `damp`. The same throughout its life.
    virtual std::optional<double> stiffness_bound() const { return std::nullopt; }

    /// Adds the derivative of its forces by velocities now (friction), as out.damping(i, j, C), for
    /// the stable step of explicit solvers.
    virtual void damp(const PointMotion& /*motion*/, double /*t*/, PointForces& /*out*/) const {}

    /// Bodies have jumped: at the start of the next step they are where nothing has led them.
    virtual void jump() {}
    /// Called at the start of a step of length dt [s] that begins at t [s], at one end of which it
    /// acts: broad phase, friction anchors.
    virtual void begin_step(const PointMotion& /*motion*/, double /*t*/, double /*dt*/) {}
    /// Forces (and stiffness if out.wants_tangent()) at time t: functions of the motion, whatever
    /// was asked before within the step. The points touched may change from call to call.
    virtual void evaluate(const PointMotion& motion, double t, PointForces& out) const = 0;
    /// Forces lag behind the motion in something (normal forces of friction): takes it from where
    /// bodies are now. False if forces stay as they are.
    virtual bool update_lagged(const PointMotion& /*motion*/, double /*t*/) { return false; }
    /// Share in [0, 1] of the straight paths of all points from `from` to `to` that they may go
    /// such that nothing passes through anything; 1 for couplings that forbid nothing.
    virtual double largest_step(const PointMotion& /*from*/, const PointMotion& /*to*/) {
        return 1;
    }
    /// The reason why a largest_step from where the last one began was below 1, in words: "the
    /// skins of /a and /b meet near ..."; empty if none was.
    virtual std::string obstruction() const { return {}; }
    /// Energy stored [J].
    virtual double energy(const PointMotion& motion, double t) const = 0;
    /// The potential of its forces within a step [J]: its energy, and what friction dissipates
    /// where that is a function of the step's end.
    virtual double potential(const PointMotion& motion, double t) const {
        return energy(motion, t);
    }
    /// The step to t is committed.
    virtual void commit(const PointMotion& /*motion*/, double /*t*/) {}

    /// A step is committed in which it does not act: what is read off it is nothing.
    virtual void commit_idle() {}

    /// Adds what touches a body that it couples, at the last commit; `out` has its nodes.
    virtual void add_contact(const Body& /*body*/, ContactForces& /*out*/) const {}
    /// The pairs that touch at the last commit, in a fixed order; points live as long as this.
    virtual std::vector<TouchingPair> touching_pairs() const { return {}; }
    /// Counts for run.json, of the run and of its last state.
    virtual void report(nlohmann::json& /*report*/) const {}

    /// Saves and restores the state between steps that forces depend on.
    virtual void save(Archive&, const std::string& /*prefix*/) const {}
    virtual void restore(const Archive&, const std::string& /*prefix*/) {}
};

}  // namespace sinew
