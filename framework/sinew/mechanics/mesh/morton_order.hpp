/// Points along a curve that keeps neighbours together, so that work on neighbours stays in the
/// cache.
#pragma once

#include <Eigen/Geometry>
#include <sinew/mechanics/math/types.hpp>
#include <vector>

namespace sinew {

/// The numbers of these points (3 x n) along the Z-order curve (Morton, 1966) of a grid of 2^21
/// cubes along the longest side of a box that holds them; those in one cube in ascending order. The
/// first axis changes last.
std::vector<int> morton_order(const Eigen::Matrix3Xd& points, const Eigen::AlignedBox3d& box);
/// The same in their own box.
std::vector<int> morton_order(const Eigen::Matrix3Xd& points);

}  // namespace sinew
