/// The point of a triangle that is nearest to a given one.
#pragma once

#include <Eigen/Core>

namespace sinew {

/// Barycentric weights (sum 1, none negative) of the point of triangle a b c nearest to x, all in
/// one unit of length. A triangle without area counts as its edges.
Eigen::Vector3d nearest_in_triangle(const Eigen::Vector3d& x, const Eigen::Vector3d& a,
                                    const Eigen::Vector3d& b, const Eigen::Vector3d& c);

}  // namespace sinew
