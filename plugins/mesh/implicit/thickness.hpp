/// Thickness of a shape across its surface.
#pragma once

#include <algorithm>
#include <sinew/mechanics/shape/shape.hpp>

namespace sinew {

/// Thickness of the shape at x, across the surface that is nearest to it; no more than `most` is
/// looked for [m]. x lies inside.
inline double thickness_at(const Shape& shape, const Eigen::Vector3d& x, double most) {
    const double depth = -shape.value(x), h = 1e-6 * most, least_step = 1e-3 * most;
    Eigen::Vector3d outwards;
    for (int i = 0; i < 3; ++i) {
        const Eigen::Vector3d e = h * Eigen::Vector3d::Unit(i);
        outwards[i] = shape.value(x + e) - shape.value(x - e);
    }
    if (outwards.isZero(0)) return most;
    outwards.normalize();
    double inwards = 0;
    for (double value = -depth; value < 0 && depth + inwards < most;
         value = shape.value(x - inwards * outwards))
        inwards += std::max(-value, least_step);
    return std::min(depth + inwards, most);
}

}  // namespace sinew
