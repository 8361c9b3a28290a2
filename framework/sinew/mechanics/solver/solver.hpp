/// The interface of `solver/` plugins: what steps the bodies on its node and below it as one
/// System.
#pragma once

#include <optional>
#include <sinew/kernel/run/stepper.hpp>
#include <sinew/mechanics/system/body_system.hpp>
#include <vector>

namespace sinew {

class BuildContext;
class LinearSolver;
class TimeScheme;
struct NewtonOptions;

/// The parts of an implicit step; they live as long as the solver.
struct ImplicitStep {
    const TimeScheme& scheme;
    const Rayleigh& damping;
    const NewtonOptions& newton;
    const LinearSolver& linear;
};

/// A Stepper of bodies. It builds a Model of them, which publishes their results to outputs.
class Solver : public Stepper {
public:
    static constexpr const char* kind = "solver";

    /// The system that it steps, at the time of the last committed state.
    virtual System& system() = 0;
    /// The last committed state of `system()`.
    virtual const State& state() const = 0;
    /// The bodies that the system moves.
    virtual std::vector<BodySystem*> bodies() = 0;
    /// The parts of its steps, if these are implicit.
    virtual std::optional<ImplicitStep> implicit_step() const { return std::nullopt; }
};

/// The facet, for solvers that need it. Throws InputError where it is absent: at the place of what
/// lacks it in the scene, or at the solver's.
Dynamics& require_dynamics(System& system, const BuildContext& context);
ExplicitDynamics& require_explicit_dynamics(System& system, const BuildContext& context);
/// Likewise, for who exports the body that the solver at this place steps.
PlayableBody& require_playable(BodySystem& body, const SourceMark& solver);

}  // namespace sinew
