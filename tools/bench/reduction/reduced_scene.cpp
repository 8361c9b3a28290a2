#include "reduced_scene.hpp"

#include <random>
#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/load/load.hpp>
#include <sinew/mechanics/reduction/reduction.hpp>
#include <sinew/mechanics/scene/slots.hpp>
#include <sstream>

namespace sinew::bench {

namespace {

std::string scene_of(const std::string& node) {
    std::string text = "sinew: 1\ntime: {end: 1 s, step: 0.01 s}\nscene:\n  - node: body\n";
    std::istringstream lines(node);
    for (std::string line; std::getline(lines, line);) text += "    " + line + "\n";
    return text;
}

template <class T>
std::vector<const T*> objects(SceneGraph& graph, Node& node, const char* slot) {
    std::vector<const T*> all;
    for (int i = 0; i < node.slot_count(slot); ++i) all.push_back(graph.object<T>(node, slot, i));
    return all;
}

}  // namespace

ReducedScene::ReducedScene(const std::string& node)
    : graph_(std::make_unique<SceneGraph>(parse_scene(scene_of(node), "bench"), plugins_,
                                          mechanics_slots())) {
    graph_->build();
    Node& here = *graph_->root().children().front();
    body_ = body_of(here);
    auto* formulation = graph_->object<Formulation>(here, "formulation");
    const BodyParts parts{objects<Constraint>(*graph_, here, "constraints"),
                          objects<Load>(*graph_, here, "loads"), formulation->provenance};
    system_ = formulation->make(*body_, parts);
    if (auto* reduction = graph_->object<Reduction>(here, "reduction"))
        system_ = reduction->make(std::move(system_), *body_, parts);
}

ReducedScene::~ReducedScene() {
    system_.reset();
}

std::unique_ptr<LinearSolver> ReducedScene::dense() {
    BuildContext context(*graph_, *graph_->root().children().front(), "linear/dense", {});
    return PluginSlot<LinearSolver>("dense").make(context);
}

Vector random_coordinates(const BodySystem& system, double part) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> value(-1, 1);
    Vector q(system.size());
    for (Index k = 0; k < q.size(); ++k) q(k) = value(random) / double(1 + k);
    const Points moved = system.positions(q) - system.positions(0 * q);
    const double largest = moved.colwise().norm().maxCoeff();
    const double diagonal = bounding_box(system.body().mesh.positions).diagonal().norm();
    return part * diagonal / largest * q;
}

}  // namespace sinew::bench
