/// The prescribed motion of a rigid body.
#pragma once

#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/rig/skeletal_rig.hpp>

namespace sinew {

/// Position [m] of a point that is at X in the beginning: x(t) = T_j(t) (c + R(t) (X - c) + d(t)).
struct SolidMotion {
    Varying<Eigen::Vector3d> displacement;  ///< d [m]
    Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();
    Varying<double> angle;                             ///< of R about the axis [rad]
    Eigen::Vector3d center = Eigen::Vector3d::Zero();  ///< c [m]
    const SkeletalRig* rig = nullptr;                  ///< whose bone j carries it, if any
    int bone = 0;

    /// The motion since the beginning, in the world [m], at time t [s].
    Eigen::Isometry3d at(double t) const;
    /// Velocity [m/s] of a point that goes with it and is at x [m]: exact but for bones, whose
    /// motion is differenced over 0.1 ms on both sides.
    Eigen::Vector3d velocity(const Eigen::Vector3d& x, double t) const;

private:
    Eigen::Isometry3d own(double t) const;
};

}  // namespace sinew
