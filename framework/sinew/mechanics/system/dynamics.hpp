/// The facets of a System that moves: inertia and damping, and what explicit steps need beside
/// them.
#pragma once

#include <sinew/mechanics/math/types.hpp>
#include <sinew/mechanics/system/state.hpp>

namespace sinew {

/// Inertia and damping, for implicit dynamics. Vectors have one entry a degree of freedom.
class Dynamics {
public:
    virtual ~Dynamics() = default;

    /// y = M x with the consistent mass: x in units of q'', y in those of forces; in full space
    /// [m/s^2] and [N].
    virtual void apply_mass(const Vector& x, Vector& y) const = 0;
    /// v'M v/2 at (q, v) [J], with the lumped mass after ExplicitDynamics::lump_kinetic_energy.
    virtual double kinetic_energy(const Vector& q, const Vector& v) = 0;

    /// D = alpha M + beta K from now on, alpha [1/s] and beta [s]; no damping before the first
    /// call.
    virtual void set_damping(const Rayleigh& damping) = 0;
    /// From now on steps have inertia, and so have loads that stand for it: those of a rest shape
    /// that moves. Statics never call it.
    virtual void let_inertia_act() {}
    /// Rayleigh's dissipation v'D v/2 [W]; its gradient is the damping force in the step begun.
    virtual double dissipation(const Vector& v) = 0;
};

/// A diagonal mass and a bound on the stable step, for explicit dynamics.
class ExplicitDynamics {
public:
    virtual ~ExplicitDynamics() = default;

    /// Diagonal of the lumped mass, one positive entry a degree of freedom; in full space [kg], in
    /// a mass-orthonormal basis [1].
    virtual Vector lumped_mass() const = 0;
    /// Kinetic energies are those of the lumped mass from now on.
    virtual void lump_kinetic_energy() = 0;
    /// An upper bound on the highest frequency [rad/s] with the lumped mass at q.
    virtual double highest_frequency(const Vector& q) = 0;
    /// c [1/s] such that x'C x <= c x'M x with the lumped mass at (q, v), for the damping C that is
    /// not Rayleigh's: friction.
    virtual double damping_rate(const Vector& /*q*/, const Vector& /*v*/) { return 0; }
};

}  // namespace sinew
