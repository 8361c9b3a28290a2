#include <sinew/kernel/graph/node.hpp>
#include <sinew/mechanics/model/results.hpp>
#include <sinew/mechanics/output/shown_surface.hpp>

namespace sinew {
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
    rest_ = skin_surface(body_->skin, body_->mesh.positions);
}

Points ShownSurface::at(double t) const {
    const BodyResults* results = results_of(*node_);
    if (results != nullptr && carried_ != nullptr) return results->carried(*carried_, t);
    const Points nodes = results ? results->positions()
                                 : Points(body_->mesh.positions + body_->initial_displacement);
    return carried_ ? carried_->deform(nodes, t) : Points(nodes(Eigen::all, body_->skin.nodes));
}

}  // namespace sinew
