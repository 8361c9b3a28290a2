/// The slots that mechanics gives the nodes of a scene.
#pragma once

#include <sinew/kernel/graph/slot.hpp>
#include <vector>

namespace sinew {

/// rig, mesh, weights, material, formulation, reduction, initial, visual, constraints, loads,
/// couplings, solver, outputs: in the order in which a node's objects are built. An object that
/// acts on a body (all but couplings, solver and outputs) needs a mesh on its node.
std::vector<SlotRule> mechanics_slots();

/// The advice for a scene in which no node has a solver.
inline constexpr const char* remedy_without_solver =
    "give a body `solver: {type: implicit_newmark}`";
/// The advice where memory runs out.
inline constexpr const char* remedy_without_memory =
    "use fewer elements, or an iterative linear solver";

}  // namespace sinew
