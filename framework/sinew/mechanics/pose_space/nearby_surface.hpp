/// Nodes that go with the points of a surface which are nearest to them at rest:
///
///     x_i = root (X_i + sum_s w_is (root^-1 x_s - X_s) + sum_j w_j delta_ij)
///
/// with weights w_is of inverse distances, and corrections delta_j at poses, interpolated by the
/// weights w_j of these.
///
/// Xu & Barbic 2016, section 4.1.
#pragma once

#include <Eigen/Geometry>
#include <sinew/mechanics/math/loop.hpp>
#include <span>
#include <vector>

namespace sinew::pose_space {

/// Points of a surface that nodes go with, each with as many.
struct NearbyPoints {
    int n_each = 0;
    std::vector<int> points;      ///< of node after node
    std::vector<double> weights;  ///< likewise; the sum of a node's is 1
};

/// Nodes at rest, the points that they go with, and corrections at poses.
struct NodesNearSurface {
    const Eigen::Matrix3Xd& nodes;  ///< X [m]
    const NearbyPoints& nearby;
    const std::vector<Eigen::Matrix3Xd>& corrections;  ///< delta_j of each pose; none if empty [m]
};

/// Displacements of points of the surface as seen from the root, root^-1 x - X, in place of x [m].
/// `rest`: X of each.
void find_displacements(const Eigen::Isometry3d& root, const Eigen::Matrix3Xd& rest,
                        Eigen::Matrix3Xd& x);

/// x := positions of some nodes, one a column [m]. `displacements`: of points of the surface, where
/// place[s] is that of number s. `shares`: w_j, as many as corrections.
void find_nodes(const NodesNearSurface& all, std::span<const int> which,
                const Eigen::Matrix3Xd& displacements, std::span<const int> place,
                const Vector& shares, const Eigen::Isometry3d& root, Loop loop,
                Eigen::Matrix3Xd& x);

}  // namespace sinew::pose_space
