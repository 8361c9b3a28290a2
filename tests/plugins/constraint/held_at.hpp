/// What the first constraint of a body holds.
#pragma once

#include <sinew/mechanics/constraint/constraint.hpp>
#include <support/scene_body.hpp>

namespace sinew::test {

inline std::vector<HeldNode> held_at(SceneBody& scene, double t) {
    std::vector<HeldNode> nodes;
    scene.node()
        .graph()
        .object<Constraint>(scene.node(), "constraints", 0)
        ->hold(scene.body(), t, nodes);
    return nodes;
}

}  // namespace sinew::test
