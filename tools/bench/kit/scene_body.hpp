/// A body made of a scene's text, as `sinew run` makes it, for measuring parts of a run.
#pragma once

#include <memory>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/linear/linear.hpp>
#include <sinew/mechanics/system/body_system.hpp>
#include <string>

namespace sinew::bench {

class SceneBody {
public:
    /// `node`: what stands on the body's node, in YAML, a line for each slot and not indented;
    /// beside the slots of a scene there may be `linear:`.
    explicit SceneBody(const std::string& node);
    ~SceneBody();
    SceneBody(const SceneBody&) = delete;
    SceneBody& operator=(const SceneBody&) = delete;

    SceneNode& node();
    Body& body() { return *body_; }
    const VolumeMesh& mesh() const { return body_->mesh; }
    /// The body's system; in a subspace if the node has a `reduction`.
    BodySystem& system() { return *system_; }
    LinearSolver& linear();

private:
    PluginRegistry plugins_;
    std::unique_ptr<SceneGraph> graph_;
    Body* body_ = nullptr;
    std::unique_ptr<BodySystem> system_;
};

/// A displacement of all nodes with every kind of local deformation in it: the body is compressed
/// along its longest side, bent, and each node shifted at random by up to `noise` times the mean
/// edge of the elements [m].
Vector deformed(const VolumeMesh& mesh, double noise);

}  // namespace sinew::bench
