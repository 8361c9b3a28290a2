/// The points that a point load acts on.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/mesh/embedding.hpp>
#include <sinew/mechanics/selection/selection.hpp>
#include <sinew/mechanics/system/points.hpp>
#include <vector>

namespace sinew {

/// A point of the body, at rest in the node's frame [m], as a point of body 0. Fails if it is
/// outside.
inline MaterialPoint point_inside(const Body& body, const Eigen::Vector3d& at,
                                  const BuildContext& context) {
    const Embedding found = embed(body.mesh, Points(body.to_world * at)).front();
    if (!found.inside)
        context.fail(context.at("at"),
                     fmt::format("the load's point [{:g}, {:g}, {:g}] is outside the body", at.x(),
                                 at.y(), at.z()),
                     "move `at` inside, or choose nodes with `where`");
    MaterialPoint point;
    point.n = int(found.nodes.size());
    for (int a = 0; a < point.n; ++a) {
        point.nodes[std::size_t(a)] = found.nodes(a);
        point.weights[std::size_t(a)] = found.weights(a);
    }
    return point;
}

/// The chosen nodes, or the one point of the body. Fails unless one of `where` and `at` is given.
inline std::vector<MaterialPoint> load_points(const Body& body, const Selection& where,
                                              const std::optional<Eigen::Vector3d>& at,
                                              const BuildContext& context) {
    if (where.empty() != at.has_value())
        context.fail(context.plugin() + " needs one of `where` and `at`",
                     "name nodes (where: ...) or a point (at: [x, y, z])");
    if (at) return {point_inside(body, *at, context)};
    std::vector<MaterialPoint> points;
    for (const int node : body.nodes(where)) points.push_back(MaterialPoint::at_node(0, node));
    return points;
}

}  // namespace sinew
