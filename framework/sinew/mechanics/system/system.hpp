/// The one interface that everything turns on:
///
///     M(q,t) q'' + h(q,q',t) + f_int(q,q',t) = f_ext(q,q',t)      in generalised coordinates q
///
/// Integrators and Newton's method know this and nothing else. A System can find static equilibria;
/// what dynamics needs beside that are facets, which solvers ask for where the scene is built.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/math/definiteness.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <sinew/mechanics/system/couplings.hpp>
#include <sinew/mechanics/system/dynamics.hpp>
#include <sinew/mechanics/system/event.hpp>
#include <sinew/mechanics/system/prescribed.hpp>
#include <sinew/mechanics/system/state.hpp>
#include <sinew/mechanics/system/tangent.hpp>
#include <span>
#include <string>
#include <vector>

namespace sinew {

/// Energies of a system [J].
struct Energies {
    double kinetic = 0;   ///< v'M v/2
    double elastic = 0;   ///< integral of Psi over the bodies at rest
    double external = 0;  ///< potential of gravity and dead loads
    double coupling = 0;  ///< stored in springs and penalties
    double total() const { return kinetic + elastic + external + coupling; }
};

/// An evaluation's forces: residual(q, v, a) = M a + internal - external; in full space [N], in a
/// mass-orthonormal basis [N kg^-1/2].
struct Forces {
    Vector internal;  ///< f_int + h + damping forces D v (local Rayleigh)
    Vector external;  ///< loads, couplings
    Event event;      ///< an inverted element, a NaN: then the vectors are not to be used
};

/// A facet that a solver asks for where the scene is built, or an export.
enum class Facet { dynamics, explicit_dynamics, playable };

/// The semi-discrete equations of motion of one body, or of several with what couples them: forces,
/// tangent, energies and prescribed motion as functions of q and v. Vectors have size() entries.
class System {
public:
    virtual ~System() = default;

    /// Inertia and damping; nullptr if the system is quasi-static. The same throughout its life.
    virtual Dynamics* dynamics() { return nullptr; }
    /// A diagonal mass and its stable step; nullptr if the system has none. The same throughout its
    /// life.
    virtual ExplicitDynamics* explicit_dynamics() { return nullptr; }
    /// The couplings between its bodies, or to obstacles; nullptr if it has none. With couplings
    /// `tangent` knows Definiteness::couplings_projected, and no iterate of Newton's method goes
    /// farther than their largest_step. The same throughout its life.
    virtual Couplings* couplings() { return nullptr; }
    /// The message for a scene that needs a facet which this system has not: what lacks it and why,
    /// the remedy, and the place in the scene if one is to blame.
    virtual Diagnostic lacks(Facet facet) const;

    /// Number of degrees of freedom.
    virtual Index size() const = 0;
    /// State at the start of a run.
    virtual State initial() const = 0;

    /// Moves loads, constraints, rigs and rest shapes to time t [s].
    virtual void move_to(double t) = 0;
    /// True if begin_step may change the degrees of freedom: then an attempt that fails is undone
    /// by `restore`.
    virtual bool changes_dofs() const { return false; }
    /// Called before each attempt at a step, at its start; the system may change its degrees of
    /// freedom and maps `state` itself. Returns whether size() or the meaning of q changed, or the
    /// state has jumped: nothing has moved on the way, and accelerations are to be found anew.
    virtual bool begin_step(State& state, double t, double dt) = 0;
    /// Commits the step to time t: contact memory and plastic state move on. `reactions`: forces of
    /// the supports on the prescribed degrees of freedom, M a + internal - external with couplings
    /// and with the mass of the integrator [N]; zero on the others.
    virtual void commit(const State& state, double t, const Vector& reactions) = 0;
    /// q := q (+) dq, the system's own way.
    virtual void advance(Vector& q, const Vector& dq) const { q += dq; }

    /// The prescribed degrees of freedom at the time moved to.
    virtual const Prescribed& prescribed() const = 0;

    /// Forces at (q, v) at the time moved to. Bitwise the same for any number of threads.
    virtual void forces(const Vector& q, const Vector& v, Forces& out) = 0;
    /// Energies [J] at (q, v), without the kinetic one; not finite if an element is inadmissible.
    virtual Energies stored_energies(const Vector& q, const Vector& v) = 0;
    /// These with the kinetic energy of `dynamics()`, if the system has it.
    Energies energies(const Vector& q, const Vector& v);
    /// The potential [J] whose gradient is internal - external where both are conservative
    /// (else an indicator fit for a line search); +inf if inadmissible.
    virtual double potential(const Vector& q) = 0;
    /// True if internal - external derives from `potential` and `dissipation` (no friction, no
    /// follower loads): then a line search may rely on them.
    virtual bool conservative() const { return true; }
    /// The part that may make the tangent unsymmetric at some time of the run, in words
    /// ("load/pressure of /beam"); empty if nothing can.
    virtual std::string asymmetry() const { return {}; }
    /// The tangent at (q, v) of the time moved to; valid until the next call. `forces`, if not
    /// null, is filled too (cheaper together).
    virtual const Tangent& tangent(const Vector& q, const Vector& v, const TangentWeights& weights,
                                   Definiteness definiteness, Forces* forces) = 0;

    /// A length and a force that are typical, in the units of q and of its forces ([m] and [N] in
    /// full space), so that convergence can be judged.
    virtual double length_scale() const = 0;
    virtual double force_scale() const = 0;

    /// Saves and restores all that evolves: a restored system goes on bit by bit.
    virtual void save(Archive& archive, const std::string& prefix) const = 0;
    virtual void restore(const Archive& archive, const std::string& prefix) = 0;
    /// Writes sizes, masses and counts to run.json.
    virtual void report(nlohmann::json& report) const = 0;
    /// The names of its bodies, for messages.
    virtual std::string name() const = 0;
};

}  // namespace sinew
