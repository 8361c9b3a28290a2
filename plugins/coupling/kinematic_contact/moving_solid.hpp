/// A rigid body that a closed surface bounds, on its way: for penalty contact.
#pragma once

#include <sinew/kernel/params/types.hpp>
#include <sinew/level_set/level_set.hpp>
#include <sinew/mechanics/coupling/penalty_contact.hpp>
#include <sinew/mechanics/rig/rig.hpp>

namespace sinew {

/// Where what is at X in the beginning is at time t: x = T_j(t) (c + R(t) (X - c) + d(t)).
struct SolidMotion {
    Varying<Eigen::Vector3d> displacement;  ///< d [m]
    Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();
    Varying<double> angle;                             ///< of R about the axis [rad]
    Eigen::Vector3d center = Eigen::Vector3d::Zero();  ///< c [m]
    const Rig* rig = nullptr;                          ///< whose bone j carries it, if any
    int bone = 0;

    Eigen::Isometry3d at(double t) const;
    /// What velocity x has that goes with it: exact but for bones, whose motion is differenced over
    /// 0.1 ms on both sides.
    Eigen::Vector3d velocity(const Eigen::Vector3d& x, double t) const;

private:
    Eigen::Isometry3d own(double t) const;
};

class MovingSolid final : public ContactShape {
public:
    MovingSolid(LevelSet distances, SolidMotion motion)
        : distances_(std::move(distances)), motion_(std::move(motion)) {}
    Probe probe(const Eigen::Vector3d& x, double t) const override;
    Eigen::Isometry3d pose(double t) const override;
    Eigen::Vector3d velocity(const Eigen::Vector3d& x, double t) const override {
        return motion_.velocity(x, t);
    }

private:
    LevelSet distances_;
    SolidMotion motion_;
    mutable double kept_time_ = std::numeric_limits<double>::quiet_NaN();
    mutable Eigen::Isometry3d kept_pose_;
};

}  // namespace sinew
