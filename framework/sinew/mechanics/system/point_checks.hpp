/// Points that plugins give are checked before memory is: a wrong one is the plugin's mistake.
#pragma once

#include <fmt/format.h>

#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/system/points.hpp>

namespace sinew {

/// Throws ComputationError if the point is of none of `n_bodies` bodies.
inline void check_body(const MaterialPoint& point, std::size_t n_bodies) {
    if (point.body >= 0 && std::size_t(point.body) < n_bodies) return;
    throw ComputationError(
        fmt::format("a force on body {}, where there are {}", point.body, n_bodies),
        "this is a mistake in the plugin: MaterialPoint::body counts along its bodies()");
}

/// Throws ComputationError if the body has not all of the point's nodes.
inline void check_nodes(const MaterialPoint& point, const Body& body) {
    const bool fits = point.n >= 0 && std::size_t(point.n) <= point.nodes.size();
    if (!fits)
        throw ComputationError(fmt::format("a force on a point of {} nodes; at most {} are allowed",
                                           point.n, point.nodes.size()),
                               "this is a mistake in the plugin: see MaterialPoint::n");
    for (int a = 0; a < point.n; ++a) {
        const int node = point.nodes[std::size_t(a)];
        if (node >= 0 && node < body.mesh.n_nodes()) continue;
        throw ComputationError(fmt::format("a force on node {} of {}, which has nodes 0 to {}",
                                           node, body.path, body.mesh.n_nodes() - 1),
                               "this is a mistake in the plugin: it must ask the body for its "
                               "nodes");
    }
}

/// Throws ComputationError if a force [N], or a block of its stiffness or damping, that acts on the
/// point is not finite. With `motion`, which it then depends on, only where the point's position is
/// finite: a step that has diverged is another's fault.
template <class Matrix>
void check_finite(const Matrix& values, const char* what, const MaterialPoint& point,
                  const Body& body, const PointMotion* motion) {
    if (values.allFinite()) return;
    if (motion && !motion->position(point).allFinite()) return;
    const std::string where = point.n == 1 ? fmt::format("node {} of {}", point.nodes[0], body.path)
                                           : fmt::format("a point of {}", body.path);
    throw ComputationError(fmt::format("the {} on {} is not finite: it has {}", what, where,
                                       values.hasNaN() ? "NaN" : "infinity"),
                           "it must be finite over the whole run; if what the scene gives is, this "
                           "is a mistake in the plugin");
}

}  // namespace sinew
