/// Motion of the points of one body, as loads and couplings ask for it.
#pragma once

#include <sinew/mechanics/system/body_system.hpp>

namespace sinew {

/// Every MaterialPoint is of this body, whatever its number says. Keeps references.
class BodyMotion final : public PointMotion {
public:
    /// q, v: generalised coordinates and velocities of the system. All three must outlive this.
    BodyMotion(const BodySystem& system, const Vector& q, const Vector& v)
        : system_(system), q_(q), v_(v) {}
    Eigen::Vector3d position(const MaterialPoint& point) const override {
        return system_.position(point, q_);
    }
    Eigen::Vector3d velocity(const MaterialPoint& point) const override {
        return system_.velocity(point, q_, v_);
    }

private:
    const BodySystem& system_;
    const Vector& q_;
    const Vector& v_;
};

}  // namespace sinew
