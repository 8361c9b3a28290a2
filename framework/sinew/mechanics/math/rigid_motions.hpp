/// Small rigid motions of points.
#pragma once

#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// The translations along x, y and z and the turns about these axes through a center: displacements
/// of the points, 3 n x 6 [m a metre, m a radian].
Eigen::MatrixXd rigid_motions_about(const Eigen::Vector3d& center, const Eigen::Matrix3Xd& points);

}  // namespace sinew
