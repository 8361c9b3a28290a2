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

    /// Reduced coordinates q = K^-1 U'f under a force at a node [N].
    Vector response(int node, const Eigen::Vector3d& force) const;
    /// Compliance of a node in its softest direction [m/N].
    double compliance(int node) const;
    /// All nodes, 3 x n [m].
    Points positions(const Vector& q) const { return system_.positions(q); }

private:
    Eigen::Matrix3Xd jacobian(int node) const;
    BodySystem& system_;
    Vector rest_;
    Eigen::LLT<Eigen::MatrixXd> K_;
};

}  // namespace sinew::view
