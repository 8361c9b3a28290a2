#include <Eigen/Geometry>
#include <sinew/mechanics/math/symmetric.hpp>
#include <sinew/mechanics/reduced/floating_inertia.hpp>

namespace sinew {

namespace {

/// P + P'.
Symmetric6 twice_symmetric(const Eigen::Matrix3d& P) {
    return components(P) + components(P.transpose());
}

/// sum x_a x y_a for P = sum x_a y_a'.
Eigen::Vector3d cross_sum(const Eigen::Matrix3d& P) {
    return {P(1, 2) - P(2, 1), P(2, 0) - P(0, 2), P(0, 1) - P(1, 0)};
}

Eigen::Matrix3d inertia_of(const Eigen::Matrix3d& Q) {
    return Q.trace() * Eigen::Matrix3d::Identity() - Q;
}

}  // namespace

FloatingInertia::FloatingInertia(const Points& rest, const Eigen::Ref<const Eigen::MatrixXd>& U,
                                 const MassMatrix& mass)
    : r_(U.cols()), mass_(mass.row_sums().sum()) {
    const Eigen::MatrixXd MU = mass.times(U);
    Vector y;
    mass.multiply(rest.reshaped(), y);
    Q_rest_ = rest * y.reshaped(3, rest.cols()).transpose();
    Q_linear_.resize(6, r_);
    Q_quadratic_.resize(6 * r_, r_);
    a_.resize(3 * r_, r_);
    for (Index j = 0; j < r_; ++j) {
        const auto MU_j = MU.col(j).reshaped(3, rest.cols());
        Q_linear_.col(j) = twice_symmetric(rest * MU_j.transpose());
        for (Index i = 0; i < r_; ++i) {
            const Eigen::Matrix3d P = U.col(i).reshaped(3, rest.cols()) * MU_j.transpose();
            Q_quadratic_.block<6, 1>(6 * i, j) = twice_symmetric(P);
            a_.block<3, 1>(3 * i, j) = cross_sum(P);
        }
    }
    move_to(Vector::Zero(r_));
}

void FloatingInertia::move_to(const Eigen::Ref<const Vector>& q) {
    q_ = q;
    dQ_ = Q_linear_;
    A_.setZero(3, r_);
    for (Index i = 0; i < r_; ++i) {
        dQ_.noalias() += q(i) * Q_quadratic_.middleRows<6>(6 * i);
        A_.noalias() += q(i) * a_.middleRows<3>(3 * i);
    }
    // Q is quadratic: Q = Q_rest + (dQ at rest + dQ at q) q / 2.
    Symmetric6 change = Q_linear_ * q;
    change.noalias() += dQ_ * q;
    J_ = inertia_of(Q_rest_ + symmetric_matrix(0.5 * change));
}

void FloatingInertia::add_velocity_forces(const Eigen::Vector3d& omega,
                                          const Eigen::Ref<const Vector>& q_rate,
                                          Eigen::Ref<Vector> f) const {
    const Symmetric6 Q_rate = dQ_ * q_rate;
    const Eigen::Vector3d momentum = J_ * omega + A_ * q_rate;
    f.head<3>() += inertia_of(symmetric_matrix(Q_rate)) * omega + omega.cross(momentum);
    for (Index j = 0; j < r_; ++j) {
        const Eigen::Matrix3d J_j = inertia_of(symmetric_matrix(dQ_.col(j)));
        // sum_k a_jk q'_k, from the row j of a.
        const Eigen::Vector3d turning = a_.middleRows<3>(3 * j) * q_rate;
        f(3 + j) -= 2 * turning.dot(omega) + 0.5 * omega.dot(J_j * omega);
    }
}

void FloatingInertia::multiply(const Eigen::Vector3d& omega, const Eigen::Ref<const Vector>& q_rate,
                               Eigen::Ref<Vector> y) const {
    y.head<3>().noalias() = J_ * omega + A_ * q_rate;
    y.tail(r_) = q_rate;
    y.tail(r_).noalias() += A_.transpose() * omega;
}

double FloatingInertia::kinetic(const Eigen::Vector3d& omega,
                                const Eigen::Ref<const Vector>& q_rate) const {
    return 0.5 * omega.dot(J_ * omega) + omega.dot(A_ * q_rate) + 0.5 * q_rate.squaredNorm();
}

}  // namespace sinew
