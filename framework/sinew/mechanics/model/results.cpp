#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/model/results.hpp>

namespace sinew {

ContactForces BodyResults::contact_forces() const {
    ContactForces forces(body().mesh.n_nodes());
    for (const Coupling* coupling : couplings_) coupling->add_contact(body(), forces);
    return forces;
}

Points BodyResults::carried(const VisualSurface& surface, double t) const {
    const Points rest = rest_surface();
    if (surface.morphs || rest.cols() != surface.rest.n_points())
        return surface.deform(positions(), t);
    return rest + surface.deform(positions() - rest_positions());
}

SceneNode* solver_node_of(SceneNode& node) {
    SceneNode* at = &node;
    while (at && !at->slot("solver")) at = at->parent();
    return at;
}

const BodyResults* results_of(const SceneNode& node) {
    return published_on<BodyResults>(node);
}

void require_reactions(const SceneNode& node, const SourceMark& where) {
    const BodyResults* results = results_of(node);
    if (!results) return;
    if (std::optional<Diagnostic> why = results->lacks_reactions()) {
        why->where = where;
        throw InputError(*std::move(why));
    }
}

const ModelResults* model_results_of(const SceneNode& solver_node) {
    return published_on<ModelResults>(solver_node);
}

}  // namespace sinew
