#include <algorithm>
#include <limits>
#include <sinew/mechanics/contact/ccd.hpp>
#include <sinew/mechanics/contact/closest_points.hpp>

namespace sinew {
namespace {

/// Largest motion of one side's vertices relative to the other's, per unit of time [m].
double relative_motion(StencilKind kind, const Stencil& motion) {
    double first = 0, second = 0;
    for (int i = 0; i < n_vertices(kind); ++i) {
        double& largest = i < n_on_first_side(kind) ? first : second;
        largest = std::max(largest, motion.col(i).norm());
    }
    return first + second;
}

/// The gap between the sides along a direction [m]: no more than their distance, whatever the
/// direction is; 0 of none.
double gap_along(const Eigen::Vector3d& direction, StencilKind kind, const Stencil& x) {
    const double length = direction.norm();
    if (!(length > 0)) return 0;
    const Eigen::RowVector4d heights = direction.transpose() * x;
    const auto first = heights.head(n_on_first_side(kind)),
               second =
                   heights.segment(n_on_first_side(kind), n_vertices(kind) - n_on_first_side(kind));
    return std::max(second.minCoeff() - first.maxCoeff(), first.minCoeff() - second.maxCoeff()) /
           length;
}

/// A direction along which sides that face each other are far apart: normal to the triangle, or to
/// both edges.
Eigen::Vector3d facing(StencilKind kind, const Stencil& x) {
    const bool edges = kind == StencilKind::edge_edge;
    const Eigen::Vector3d p = edges ? x.col(1) - x.col(0) : x.col(2) - x.col(1);
    return p.cross(x.col(3) - x.col(edges ? 2 : 1));
}

/// One along which sides that lie beside each other are far apart: from middle to middle.
Eigen::Vector3d between(StencilKind kind, const Stencil& x) {
    const int n_first = n_on_first_side(kind), n_second = n_vertices(kind) - n_first;
    return x.middleCols(n_first, n_second).rowwise().mean() - x.leftCols(n_first).rowwise().mean();
}

}  // namespace

double largest_step(StencilKind kind, const Stencil& from, const Stencil& to,
                    const CcdLimits& limits) {
    // Beside their middle and without their common motion: distances of such numbers round to
    // their own size, not to that of the world.
    const Eigen::Vector3d middle = from.rowwise().mean();
    Stencil x = from.colwise() - middle, motion = to - from;
    const Eigen::Vector3d drift = motion.rowwise().mean();
    motion.colwise() -= drift;
    const Stencil start = x;
    const double rounding = 8 * std::numeric_limits<double>::epsilon() *
                            (from.cwiseAbs().maxCoeff() + to.cwiseAbs().maxCoeff());
    const double nearest = limits.min_distance + rounding;
    const double speed = relative_motion(kind, motion);
    // A lower bound of the distance decides most pairs.
    const double enough = nearest + rounding + speed / (1 - limits.kept);
    if (gap_along(facing(kind, x), kind, x) > enough ||
        gap_along(between(kind, x), kind, x) > enough)
        return 1;
    const double first = distance(kind, x) - nearest;
    if (!(first > 0)) return 0;
    double t = 0, free = first;
    for (int k = 0; k < limits.most_iterations; ++k) {
        if (free - speed * (1 - t) >= limits.kept * first) return 1;
        const double next = std::min(t + (1 - limits.kept) * free / speed, 1.0);
        x = start + next * motion;
        free = distance(kind, x) - nearest;
        // Head-on the first step leaves that share exactly, or less by rounding.
        if (free < limits.kept * first) return t > 0 ? t : next;
        t = next;
        if (t >= 1) return 1;
    }
    return t;
}

}  // namespace sinew
