/// A body with what stands on its node, made of a scene's text through the plugins of this build.
#pragma once

#include <memory>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/formulation/formulation.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/model/body_parts.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <string>

namespace sinew::test {

class SceneBody {
public:
    /// `node`: lines of a node named `body`, each indented by four spaces and ended.
    explicit SceneBody(const std::string& node)
        : plugins_(std::vector<std::filesystem::path>{SINEW_PLUGIN_DIR}),
          graph_(parse_scene(
                     "sinew: 1\ntime: {end: 1 s, step: 0.1 s}\nscene:\n  - node: body\n" + node,
                     "scene.yaml"),
                 plugins_, mechanics_slots()) {
        graph_.build();
        SceneNode& here = *graph_.root().children().front();
        body_ = body_of(here);
        system_ = graph_.object<Formulation>(here, "formulation")->make(*body_, body_parts(here));
    }
    ~SceneBody() { system_.reset(); }

    Body& body() { return *body_; }
    BodySystem& system() { return *system_; }
    const std::vector<Diagnostic>& warnings() const { return graph_.warnings(); }
    SceneNode& node() { return *graph_.root().children().front(); }

    /// The loads at rest at time t, 3 x n_nodes [N].
    Points loads(double t = 0) {
        const Vector rest = Vector::Zero(system_->size());
        return loads_at(rest, t);
    }
    Points loads_at(const Vector& q, double t = 0) {
        system_->move_to(t);
        Forces forces;
        system_->forces(q, Vector::Zero(q.size()), forces);
        return forces.external.reshaped(3, q.size() / 3);
    }

private:
    PluginRegistry plugins_;
    SceneGraph graph_;
    Body* body_ = nullptr;
    std::unique_ptr<BodySystem> system_;
};

/// The mesh and material of a box of 1 x 2 x 0.5 m, 1000 kg/m^3.
inline std::string box_of(const std::string& element) {
    return "    mesh: {type: box, size: [1, 2, 0.5], cells: [2, 3, 2], element: " + element +
           "}\n    material: {type: neo_hookean, young: 1 kPa, poisson: 0.3}\n";
}

}  // namespace sinew::test
