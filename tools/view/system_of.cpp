#include "system_of.hpp"

#include <sinew/mechanics/solver/solver.hpp>

namespace sinew::view {

BodySystem* system_of(SceneGraph& graph, const Body& body) {
    BodySystem* found = nullptr;
    graph.visit([&](SceneNode& node) {
        auto* solver = node.slot("solver") ? graph.object<Solver>(node, "solver") : nullptr;
        if (!solver) return;
        for (BodySystem* system : solver->bodies())
            if (&system->body() == &body) found = system;
    });
    return found;
}

}  // namespace sinew::view
