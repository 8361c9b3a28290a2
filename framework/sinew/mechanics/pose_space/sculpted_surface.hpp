/// Corrections of a rig's surface, sculpted at poses and turned with its root:
///
///     R sum_j w_j delta_j
///
/// Lewis, Cordner & Fong, Pose space deformation, SIGGRAPH 2000.
#pragma once

#include <sinew/mechanics/math/types.hpp>
#include <vector>

namespace sinew::pose_space {

/// The correction of one point [m]. `corrections`: delta_j of each pose but the neutral one, 3 x
/// n_points, seen from the root; `weights`: of all poses, the neutral one first; `turn`: R.
Eigen::Vector3d sculpted_correction(const std::vector<Eigen::Matrix3Xd>& corrections,
                                    const Vector& weights, Index point,
                                    const Eigen::Matrix3d& turn);

}  // namespace sinew::pose_space
