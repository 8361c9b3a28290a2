#include "target.hpp"

#include <fmt/format.h>

#include <sinew/mechanics/mesh/embedding.hpp>

namespace sinew::probe {

namespace {

Target mean_over(const std::vector<int>& nodes, const Body& body) {
    Target target;
    target.nodes = nodes;
    for (const int node : nodes) {
        target.points.push_back(MaterialPoint::at_node(0, node));
        target.rest += body.mesh.positions.col(node) / static_cast<double>(nodes.size());
    }
    return target;
}

/// The local number of a node in an element.
int local_number(const VolumeMesh& mesh, int element, int node) {
    int a = 0;
    while (mesh.elements(a, element) != node) ++a;
    return a;
}

}  // namespace

Target target_at(const Eigen::Vector3d& point, std::size_t number, std::size_t n, const Body& body,
                 const NodalRecovery* recovery, BuildContext& context) {
    const Embedding found = embed(body.mesh, Points(body.to_world * point)).front();
    if (!found.inside)
        context.fail(context.at("at"),
                     fmt::format("the probe's point [{:g}, {:g}, {:g}] is outside the body",
                                 point.x(), point.y(), point.z()),
                     "points are in the node's rest frame, before its transform");
    Target target;
    target.label = n == 1 ? "" : fmt::format("{} ", number);
    MaterialPoint embedded;
    embedded.n = static_cast<int>(found.nodes.size());
    for (int a = 0; a < embedded.n; ++a) {
        const int node = found.nodes[a];
        embedded.nodes[static_cast<std::size_t>(a)] = node;
        embedded.weights[static_cast<std::size_t>(a)] = found.weights[a];
        target.rest += found.weights[a] * body.mesh.positions.col(node);
        if (!recovery) continue;
        target.corners.emplace_back(
            recovery->patches().corner(local_number(body.mesh, found.element, node), found.element),
            found.weights[a]);
    }
    target.points = {embedded};
    return target;
}

Target target_of_node(int node, const Body& body, const NodalRecovery* recovery,
                      BuildContext& context) {
    if (node >= body.mesh.n_nodes())
        context.fail(context.at("nodes"),
                     fmt::format("the probe asks for node {}; the body has {} nodes", node,
                                 body.mesh.n_nodes()),
                     "nodes are numbered from 0");
    Target target = mean_over({node}, body);
    target.label = fmt::format("node {} ", node);
    if (recovery) target.corners = recovery->shares(node);
    return target;
}

Target target_of_region(const Selection& where, const Body& body, bool strains) {
    Target target = mean_over(body.nodes(where), body);
    target.label = "region ";
    if (strains) target.elements = body.elements(where);
    return target;
}

Target target_of_element(int element, const Body& body, BuildContext& context) {
    if (element >= body.mesh.n_elements())
        context.fail(context.at("elements"),
                     fmt::format("the probe asks for element {}; the body has {} elements", element,
                                 body.mesh.n_elements()),
                     "elements are numbered from 0");
    Target target;
    target.label = fmt::format("element {} ", element);
    target.elements = {element};
    return target;
}

}  // namespace sinew::probe
