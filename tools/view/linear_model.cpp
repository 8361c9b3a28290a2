#include "linear_model.hpp"

#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/math/decompositions.hpp>

namespace sinew::view {

LinearModel::LinearModel(BodySystem& system) : system_(system), rest_(Vector::Zero(system.size())) {
    system.move_to(0);
    const Tangent& K = system.tangent(rest_, rest_, {0, 0, 1}, Definiteness::exact, nullptr);
    SINEW_ASSERT(K.dense() != nullptr, "the tangent of {}", system.name());
    K_.compute(*K.dense());
}

Eigen::Matrix3Xd LinearModel::jacobian(const MaterialPoint& point) const {
    return system_.point_jacobian(point, rest_).front().block;
}

Vector LinearModel::response(const MaterialPoint& point, const Eigen::Vector3d& force) const {
    return K_.solve(jacobian(point).transpose() * force);
}

double LinearModel::compliance(const MaterialPoint& point) const {
    const Eigen::Matrix3Xd J = jacobian(point);
    const Eigen::Matrix3d C = J * K_.solve(J.transpose());
    return symmetric_eigenvalues(C)(2);
}

}  // namespace sinew::view
