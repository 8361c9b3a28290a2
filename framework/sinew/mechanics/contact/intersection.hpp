/// The exact test of whether an edge and a triangle intersect.
#pragma once

#include <Eigen/Core>

namespace sinew {

/// True if the closed edge from p to q and the closed triangle a, b, c have a point in common, be
/// it a corner: decided by exact signs, for any positions that are finite.
bool intersects(const Eigen::Vector3d& p, const Eigen::Vector3d& q, const Eigen::Vector3d& a,
                const Eigen::Vector3d& b, const Eigen::Vector3d& c);

}  // namespace sinew
