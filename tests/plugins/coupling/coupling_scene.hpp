/// A coupling on the node of a cube of 1 m with 2 x 2 x 2 hexahedra, made of a scene's text through
/// the plugins of this build.
#pragma once

#include <mechanics/coupling/coupling_support.hpp>
#include <memory>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <string>

namespace sinew::test {

class CouplingScene {
public:
    /// `coupling`: the inside of its flow map; `node`: further lines of the cube's node, each
    /// indented by four spaces and ended; `element`: of its mesh.
    explicit CouplingScene(const std::string& coupling, const std::string& node = "",
                           const std::string& element = "hex8")
        : plugins_(std::vector<std::filesystem::path>{SINEW_PLUGIN_DIR}),
          graph_(parse_scene("sinew: 1\ntime: {end: 1 s, step: 0.1 s}\nscene:\n  - node: cube\n"
                             "    mesh: {type: box, size: [1, 1, 1], cells: [2, 2, 2], element: " +
                                 element + "}\n    material: {type: linear}\n" + node +
                                 "    couplings: [{" + coupling + "}]\n",
                             "scene.yaml"),
                 plugins_, mechanics_slots()) {
        graph_.build();
        SceneNode& cube = *graph_.root().children().front();
        body_ = body_of(cube);
        coupling_ = graph_.object<Coupling>(cube, "couplings", 0);
    }

    const Body& body() const { return *body_; }
    Coupling& coupling() { return *coupling_; }
    /// Warnings of building it.
    const std::vector<Diagnostic>& warnings() const { return graph_.warnings(); }
    /// The cube where it is at rest, moved by that.
    PointBodies moved(const Eigen::Vector3d& by) const {
        PointBodies bodies({body_});
        for (Index i = 0; i < bodies.size; i += 3) bodies.x.segment<3>(i) += by;
        return bodies;
    }

private:
    PluginRegistry plugins_;
    SceneGraph graph_;
    Body* body_ = nullptr;
    Coupling* coupling_ = nullptr;
};

}  // namespace sinew::test
