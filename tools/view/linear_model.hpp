/// A body as a linear static model in its vibrations.
#pragma once

#include <Eigen/Cholesky>
#include <sinew/mechanics/system/body_system.hpp>

namespace sinew::view {

/// u = U K^-1 U'f, K = U'K(0)U: diagonal for vibrations, squares of their frequencies.
class LinearModel {
public:
    /// Linearises a body in a subspace without rigid motions, whose tangent is a dense matrix.
    explicit LinearModel(BodySystem& system);

    /// Reduced coordinates q = K^-1 U'f under a force at a point [N].
    Vector response(const MaterialPoint& point, const Eigen::Vector3d& force) const;
    /// Compliance of a point in its softest direction [m/N].
    double compliance(const MaterialPoint& point) const;
    /// All nodes, 3 x n [m].
    Points positions(const Vector& q) const { return system_.positions(q); }

private:
    Eigen::Matrix3Xd jacobian(const MaterialPoint& point) const;
    BodySystem& system_;
    Vector rest_;
    Eigen::LLT<Eigen::MatrixXd> K_;
};

}  // namespace sinew::view
