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
    const double first = distance(kind, x) - nearest;
    if (!(first > 0)) return 0;
    const double speed = relative_motion(kind, motion);
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
