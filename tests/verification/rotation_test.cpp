/// A body that is turned together with its loads answers with the turned answer.

#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/stepper.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <sinew/mechanics/solver/solver.hpp>

#include "record.hpp"

using namespace sinew;
using namespace sinew::verification;

namespace {

/// Displacements in the node's own frame, 3 x n_nodes [m], of a scene whose beam stands under
/// `transform`; loads and gravity turn with it.
Points displacements(const std::string& transform, const std::string& material,
                     const std::string& element) {
    const std::string text = R"(
sinew: 1
time: {end: 1 s, step: 0.25 s}
scene:
  - node: beam
    transform: )" + transform +
                             R"(
    mesh: {type: box, size: [1, 0.2, 0.2], cells: [6, 2, 2], element: )" +
                             element + R"(}
    material: {type: )" + material +
                             R"(}
    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]
    loads:
      - {type: gravity, acceleration: [0, 0.5, -1], frame: node}
      - {type: traction, where: {plane: {normal: [1, 0, 0], offset: 1}}, frame: node,
         traction: {expr: ["0", "200*t", "100*t"]}}
    solver: {type: static, newton: {tolerance: 1e-12}}
)";
    PluginRegistry plugins{{SINEW_PLUGIN_DIR}};
    SceneGraph graph(parse_scene(text, "beam.yaml"), plugins, mechanics_slots());
    graph.build();
    SceneNode& node = *graph.root().children().front();
    Stepper& stepper = *graph.object<Stepper>(node, "solver");
    Clock clock = make_clock(graph.time().end, graph.time().step);
    stepper.begin(clock);
    for (; !clock.done(); ++clock.index) stepper.step(clock);
    auto& owner = dynamic_cast<Solver&>(stepper);
    const BodySystem& system = *owner.bodies().front();
    const Body& body = system.body();
    return body.to_world.linear().inverse() *
           (system.positions(owner.state().q) - body.mesh.positions);
}

}  // namespace

TEST_CASE("rotation: a turned body under turned loads bends alike, to 1e-9") {
    Record record("4 Rotated body and loads");
    const std::string turned = "{translate: [3, -2, 5], rotate: {axis: [1, 2, 3], angle: 77 deg}}";
    const auto compare = [&](const std::string& material, const std::string& element) {
        const Points u = displacements("{}", material, element);
        const Points v = displacements(turned, material, element);
        REQUIRE(u.cwiseAbs().maxCoeff() > 0.01);
        record.small(material + ", " + element + ": largest difference / largest displacement",
                     (u - v).cwiseAbs().maxCoeff() / u.cwiseAbs().maxCoeff(), 1e-9);
    };
    for (const std::string element : {"tet4", "tet10", "hex8"}) compare("neo_hookean", element);
    for (const std::string material :
         {"stvk", "corotational", "stable_neo_hookean", "arap", "mooney_rivlin"})
        compare(material, "hex8");
}
