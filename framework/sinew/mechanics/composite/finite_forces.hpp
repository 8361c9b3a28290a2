/// Forces of couplings that are asked for nothing but whether they are finite.
#pragma once

#include <sinew/mechanics/system/body_system.hpp>
#include <sinew/mechanics/system/point_checks.hpp>

namespace sinew {

/// Takes the forces of one coupling, and throws ComputationError at the first that is not finite.
/// `numbers` maps its bodies to those of the composite; the tangent asked for is that of `like`.
class FiniteForces final : public PointForces {
public:
    FiniteForces(const std::vector<BodySystem*>& bodies, const std::vector<int>& numbers,
                 const PointMotion& motion, const PointForces& like)
        : bodies_(bodies), numbers_(numbers), motion_(motion), like_(like) {}

    void force(const MaterialPoint& point, const Eigen::Vector3d& f) override {
        check(f, "force", point);
    }
    void stiffness(const MaterialPoint& i, const MaterialPoint&,
                   const Eigen::Matrix3d& K) override {
        check(K, "stiffness of a force", i);
    }
    void damping(const MaterialPoint& i, const MaterialPoint&, const Eigen::Matrix3d& C) override {
        check(C, "damping of a force", i);
    }
    bool wants_tangent() const override { return like_.wants_tangent(); }
    Definiteness definiteness() const override { return like_.definiteness(); }

private:
    template <class Matrix>
    void check(const Matrix& values, const char* what, const MaterialPoint& point) const {
        const int number = numbers_[std::size_t(point.body)];
        check_finite(values, what, point, bodies_[std::size_t(number)]->body(), &motion_);
    }

    const std::vector<BodySystem*>& bodies_;
    const std::vector<int>& numbers_;
    const PointMotion& motion_;
    const PointForces& like_;
};

}  // namespace sinew
