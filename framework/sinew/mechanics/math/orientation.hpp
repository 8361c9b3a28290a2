/// Exact signs of determinants: which side of a line or a plane a point is on.
///
/// Shewchuk, Adaptive precision floating-point arithmetic and fast robust geometric predicates,
/// 1997, section 4: in floating point where its error bound decides, else by expansions.
#pragma once

#include <Eigen/Core>

namespace sinew {

/// Sign of det [a - c, b - c]: 1 if a, b, c turn to the left.
int orientation(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c);

/// Sign of det [a - d, b - d, c - d]: 0 if the four points are in a plane, and for a right-handed
/// triangle a, b, c seen from d, 1.
int orientation(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                const Eigen::Vector3d& d);

}  // namespace sinew
