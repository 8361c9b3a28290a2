/// The motion of the root, which carries a whole body.
#pragma once

#include <Eigen/Geometry>
#include <sinew/mechanics/math/types.hpp>

namespace sinew::pose_space {

/// The root where a step began and at its end.
struct RootMotion {
    Eigen::Isometry3d start = Eigen::Isometry3d::Identity(), end = start;
    double dt = 0;  ///< between them [s]; 0 if no step has begun

    /// The difference of turns over the step [1/s].
    Eigen::Matrix3d turn_rate() const {
        if (dt == 0) return Eigen::Matrix3d::Zero();
        return (end.linear() - start.linear()) / dt;
    }
};

/// Accelerations of the root: R'' and c'' by differences [1/s^2, m/s^2].
struct RootAcceleration {
    Eigen::Matrix3d A = Eigen::Matrix3d::Zero();
    Eigen::Vector3d b = Eigen::Vector3d::Zero();
};

/// Points in the world become as they are seen from the root [m].
void move_to_root(const Eigen::Isometry3d& root, Eigen::Matrix3Xd& x);

/// The position of a point with the displacement u, seen from a root that has the turn R, from its
/// position in the rest shape: rest + R u [m].
Eigen::Vector3d displaced(const Eigen::Vector3d& rest, const Eigen::Matrix3d& R,
                          const Eigen::Vector3d& u);

}  // namespace sinew::pose_space
