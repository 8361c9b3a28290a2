#include <algorithm>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/mechanics/model/results.hpp>
#include <sinew/mechanics/output/shown_surface.hpp>

namespace sinew {
namespace {

Points of_nodes(const Points& nodes, const std::vector<int>& some) {
    return nodes(Eigen::all, some);
}

}  // namespace

ShownSurface::ShownSurface(Shown which, BuildContext& context)
    : node_(&context.node()), body_(&body_here(context)) {
    SceneNode& node = context.node();
    // Hexahedra over a surface do not follow it, as tetrahedra that fill one do.
    const bool is_cage = body_->surface && body_->mesh.type == ElementType::hex8;
    const bool has_visual = node.slot("visual") != nullptr || is_cage;
    if (which == Shown::visual || (which == Shown::best && has_visual)) {
        carried_ = visual_of(node);
        if (carried_ == nullptr)
            context.fail(context.at("surface"), body_->path + " has no visual surface",
                         "give the node a visual: {mesh: ...}, or take its skin");
        rest_ = carried_->rest;
        return;
    }
    const Boundary& skin = body_->skin;
    rest_.positions = of_nodes(body_->mesh.positions, skin.nodes);
    rest_.triangles = skin.triangles;
    for (int& corner : rest_.triangles.reshaped())
        corner = int(std::lower_bound(skin.nodes.begin(), skin.nodes.end(), corner) -
                     skin.nodes.begin());
}

Points ShownSurface::at(double t) const {
    const BodyResults* results = results_of(*node_);
    const Points nodes = results ? results->positions()
                                 : Points(body_->mesh.positions + body_->initial_displacement);
    return carried_ ? carried_->deform(nodes, t) : of_nodes(nodes, body_->skin.nodes);
}

}  // namespace sinew
