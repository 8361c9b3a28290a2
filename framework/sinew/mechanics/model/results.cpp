#include <sinew/mechanics/model/results.hpp>

namespace sinew {

namespace {

/// The attachment by which a node holds the results published on it: nullptr before and after.
template <class Results>
struct Published {
    const Results* results = nullptr;
};

template <class Results>
const Results* published_on(const SceneNode& node) {
    const auto* slot = node.attached<Published<Results>>();
    return slot ? slot->results : nullptr;
}

template <class Results>
Published<Results>& slot_on(SceneNode& node) {
    return node.attachment<Published<Results>>([] { return new Published<Results>; });
}

}  // namespace

template <class Results>
Publication<Results>::Publication(SceneNode& node, Results results)
    : node_(node), results_(std::move(results)) {
    slot_on<Results>(node_).results = &results_;
}

template <class Results>
Publication<Results>::~Publication() {
    slot_on<Results>(node_).results = nullptr;
}

template class Publication<BodyResults>;
template class Publication<ModelResults>;

ContactForces BodyResults::contact_forces() const {
    ContactForces forces(body().mesh.n_nodes());
    for (const Coupling* coupling : couplings_) coupling->add_contact(body(), forces);
    return forces;
}

Points BodyResults::carried(const VisualSurface& surface, double t) const {
    const Points rest = system_.rest_surface();
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

const ModelResults* model_results_of(const SceneNode& solver_node) {
    return published_on<ModelResults>(solver_node);
}

}  // namespace sinew
