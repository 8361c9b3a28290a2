/// The bodies that a coupling's references name.
#pragma once

#include <algorithm>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/body/body.hpp>

namespace sinew {

/// The body of the node that a reference names; InputError if it has none.
inline Body& body_named(BuildContext& context, const Reference& reference) {
    Body* body = body_of(context.node(reference));
    if (!body)
        context.fail(reference.mark, "there is no body on " + reference.written,
                     "name a node that has a mesh and a material");
    return *body;
}

/// The bodies that are named, or every body on the coupling's node and below it.
inline std::vector<Body*> bodies_named(BuildContext& context,
                                       const std::vector<Reference>& references) {
    std::vector<Body*> bodies;
    for (const Reference& reference : references) {
        Body& body = body_named(context, reference);
        if (std::find(bodies.begin(), bodies.end(), &body) != bodies.end())
            context.fail(reference.mark, body.path + " is named twice",
                         "name each body once: it would be coupled twice");
        bodies.push_back(&body);
    }
    if (!references.empty()) return bodies;
    std::vector<SceneNode*> open{&context.node()};
    while (!open.empty()) {
        SceneNode* node = open.back();
        open.pop_back();
        if (Body* body = body_of(*node)) bodies.push_back(body);
        for (auto child = node->children().rbegin(); child != node->children().rend(); ++child)
            open.push_back(child->get());
    }
    if (bodies.empty())
        context.fail("there is no body on " + context.node().path() + " or below it",
                     "put the coupling on a node that holds what it couples");
    return bodies;
}

/// The box of all nodes of these bodies where the run starts from [m].
inline Eigen::AlignedBox3d box_at_start(const std::vector<Body*>& bodies) {
    Eigen::AlignedBox3d box;
    for (const Body* body : bodies)
        box.extend(bounding_box(body->mesh.positions + body->initial_displacement));
    return box;
}

}  // namespace sinew
