/// A body in a subspace made of a scene's text, as `sinew run` makes it, for measuring its parts.
#pragma once

#include <memory>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/registry.hpp>
#include <sinew/mechanics/linear/linear_solver.hpp>
#include <sinew/mechanics/subspace/reduced_system.hpp>
#include <string>

namespace sinew::bench {

class ReducedScene {
public:
    /// `node`: what stands on the body's node, in YAML, a line for each slot and not indented.
    explicit ReducedScene(const std::string& node);
    ~ReducedScene();
    ReducedScene(const ReducedScene&) = delete;
    ReducedScene& operator=(const ReducedScene&) = delete;

    const Body& body() const { return *body_; }
    BodySystem& system() { return *system_; }
    ReducedForces& forces() { return dynamic_cast<ReducedSystem&>(*system_).reduced_forces(); }
    /// A new linear/dense.
    std::unique_ptr<LinearSolver> dense();

private:
    PluginRegistry plugins_;
    std::unique_ptr<SceneGraph> graph_;
    Body* body_ = nullptr;
    std::unique_ptr<BodySystem> system_;
};

/// Reproducible coordinates whose largest nodal displacement is `part` of the body's diagonal.
Vector random_coordinates(const BodySystem& system, double part);

}  // namespace sinew::bench
