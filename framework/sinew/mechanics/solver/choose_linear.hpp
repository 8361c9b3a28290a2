/// The linear solver that implicit solvers take.
#pragma once

#include <memory>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/mechanics/linear/linear.hpp>
#include <sinew/mechanics/model/model.hpp>

namespace sinew {

/// A linear solver, and why it was taken.
struct LinearChoice {
    std::unique_ptr<LinearSolver> solver;
    std::string type;       ///< of its plugin
    std::string reason;     ///< for run.json and the terminal
    bool is_named = false;  ///< by the scene
};

/// The solver that the scene names; else `dense` where all bodies are in subspaces, `multigrid`
/// where bodies in full space are large and nothing makes the tangent unsymmetric, or what the slot
/// holds by default. Tells on the terminal what it chose between the last two.
LinearChoice choose_linear(const PluginSlot<LinearSolver>& slot, Model& model,
                           BuildContext& context);

}  // namespace sinew
