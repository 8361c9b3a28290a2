#include "scene_body.hpp"

#include <cmath>
#include <random>
#include <sinew/mechanics/formulation/formulation.hpp>
#include <sinew/mechanics/model/body_parts.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <sinew/mechanics/reduction/reduction.hpp>
#include <sstream>

namespace sinew::bench {

namespace {

std::string scene_of(const std::string& node) {
    std::string text = "sinew: 1\ntime: {end: 1 s, step: 0.01 s}\nscene:\n  - node: body\n";
    std::istringstream lines(node);
    for (std::string line; std::getline(lines, line);) text += "    " + line + "\n";
    return text;
}

std::vector<SlotRule> slots() {
    std::vector<SlotRule> all = mechanics_slots();
    SlotRule linear;
    linear.name = linear.kind = LinearSolver::kind;
    linear.meaning = "The linear solver to measure";
    all.push_back(linear);
    return all;
}

}  // namespace

SceneBody::SceneBody(const std::string& node)
    : graph_(
          std::make_unique<SceneGraph>(parse_scene(scene_of(node), "bench"), plugins_, slots())) {
    graph_->build();
    SceneNode& here = this->node();
    body_ = body_of(here);
    auto* formulation = graph_->object<Formulation>(here, "formulation");
    const BodyParts parts = body_parts(here);
    system_ = formulation->make(*body_, parts);
    if (auto* reduction = graph_->object<Reduction>(here, "reduction"))
        system_ = reduction->make(
            as_elastic_body(std::move(system_), *reduction, parts.formulation), *body_, parts);
}

SceneNode& SceneBody::node() {
    return *graph_->root().children().front();
}

SceneBody::~SceneBody() {
    system_.reset();
}

LinearSolver& SceneBody::linear() {
    return *graph_->object<LinearSolver>(node(), "linear");
}

Vector deformed(const VolumeMesh& mesh, double noise) {
    const Eigen::AlignedBox3d box = bounding_box(mesh.positions);
    int axis;
    const double length = box.sizes().maxCoeff(&axis);
    const double edge = std::cbrt(box.volume() / double(mesh.n_nodes()));
    std::mt19937 random(7);
    std::uniform_real_distribution<double> shift(-noise * edge, noise * edge);
    Vector u(3 * mesh.n_nodes());
    for (Index i = 0; i < mesh.n_nodes(); ++i) {
        const double s = (mesh.positions(axis, i) - box.min()[axis]) / length;
        Eigen::Vector3d value = Eigen::Vector3d::Zero();
        value[axis] = -0.1 * length * s;
        value[(axis + 1) % 3] = 0.2 * length * s * s;
        for (int k = 0; k < 3; ++k) u[3 * i + k] = value[k] + shift(random);
    }
    return u;
}

}  // namespace sinew::bench
