/// A body of a scene of scenes/skinning under a static solver, stepped in this process.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <sinew/kernel/run/stepper.hpp>
#include <string>

namespace sinew::bench {

class SteppedScene {
public:
    /// `slots`: of the body, in YAML, a line each and not indented, with its solver.
    SteppedScene(const std::string& slots, double end, double step);

    /// The pose of the start.
    void begin();
    /// Steps to the next pose; returns the seconds that it took.
    double step();
    /// The solver's report, as in run.json: counts and times since the start.
    nlohmann::json report() const;
    long n_steps() const { return clock_.n_steps; }

private:
    PluginRegistry plugins_;
    std::unique_ptr<SceneGraph> graph_;
    Stepper* stepper_ = nullptr;
    Clock clock_;
};

}  // namespace sinew::bench
