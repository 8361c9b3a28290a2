/// Refusals of solvers, by declaration, before anything is built.
#pragma once

#include <sinew/kernel/library/refusal.hpp>
#include <sinew/mechanics/coupling/coupling.hpp>
#include <sinew/mechanics/linear/linear.hpp>
#include <sinew/mechanics/load/load.hpp>
#include <sinew/mechanics/reduction/reduction.hpp>

namespace sinew {

/// The refusal of a solver whose `linear:` is in use for what the loads act on. The default of that
/// slot may be another where bodies are reduced; options of PETSc, and what is no load, are asked
/// for where the solver is built.
inline constexpr Refusal refuses_asymmetry{
    .kind = Load::kind,
    .trait = load_trait::unsymmetric,
    .slot = "linear",
    .slot_trait = linear_trait::needs_symmetry,
    .default_without = Reduction::kind,
    .problem = "{plugin} of {node} makes the tangent unsymmetric: {slot} needs a symmetric tangent",
    .remedy =
        "use linear: {type: lu}, or petsc with its gmres, or take away what makes the "
        "tangent unsymmetric"};

/// The refusal of a solver with `newton:`, whose number of iterations is given.
inline constexpr Refusal refuses_unsolved_steps{
    .kind = Coupling::kind,
    .trait = coupling_trait::solved_to_convergence,
    .when = "newton.iterations!=0",
    .problem =
        "{plugin} of {node} needs steps that are solved to their end, and `iterations` ends "
        "them before",
    .remedy =
        "leave newton.iterations out, or take a potential of bounded stiffness (potential: "
        "offset)"};

/// The opposite: steps are solved to convergence.
inline constexpr Refusal refuses_solved_steps{
    .kind = Coupling::kind,
    .trait = coupling_trait::given_iterations,
    .when = "newton.iterations=0",
    .problem =
        "{plugin} of {node} has forces that may have no equilibrium, so that a step ends "
        "after a given number of iterations",
    .remedy = "write newton: {iterations: 8} in the solver, or take {type: contact}"};

}  // namespace sinew
