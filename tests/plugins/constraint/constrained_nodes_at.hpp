/// The nodes that the first constraint of a body constrains.
#pragma once

#include <sinew/mechanics/constraint/constraint.hpp>
#include <support/scene_body.hpp>

namespace sinew::test {

inline std::vector<ConstrainedNode> constrained_nodes_at(SceneBody& scene, double t) {
    std::vector<ConstrainedNode> nodes;
    scene.node()
        .graph()
        .object<Constraint>(scene.node(), "constraints", 0)
        ->constrain(scene.body(), t, nodes);
    return nodes;
}

}  // namespace sinew::test
