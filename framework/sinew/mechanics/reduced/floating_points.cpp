#include <cmath>
#include <sinew/mechanics/reduced/floating_points.hpp>

namespace sinew {

namespace {

Eigen::Quaterniond quaternion(const Eigen::Vector3d& turn) {
    const double half = 0.5 * turn.norm();
    // sin(x)/x to round-off where x is small.
    const double ratio = half < 1e-4 ? 0.5 * (1 - half * half / 6) : 0.5 * std::sin(half) / half;
    const Eigen::Vector3d axis = ratio * turn;
    return {std::cos(half), axis.x(), axis.y(), axis.z()};
}

Eigen::Vector3d vector(Eigen::Quaterniond turn) {
    if (turn.w() < 0) turn.coeffs() *= -1;
    const double sine = turn.vec().norm();
    const double half = std::atan2(sine, turn.w());
    return (sine < 1e-8 ? 2.0 : 2 * half / sine) * turn.vec();
}

}  // namespace

Eigen::Matrix3d FloatingPoints::rotation(const Eigen::Ref<const Vector>& q) {
    return quaternion(q.segment<3>(3)).normalized().toRotationMatrix();
}

Eigen::Vector3d FloatingPoints::composed(const Eigen::Vector3d& theta, const Eigen::Vector3d& by) {
    return vector((quaternion(theta) * quaternion(by)).normalized());
}

Eigen::Vector3d FloatingPoints::in_frame(const MaterialPoint& point, const Vector& q) const {
    Eigen::Vector3d r = basis_.times(point, q.tail(basis_.size()));
    for (std::size_t a = 0; a < std::size_t(point.n); ++a)
        r += point.weights[a] * rest_.col(point.nodes[a]);
    return r;
}

Eigen::Vector3d FloatingPoints::position(const MaterialPoint& point, const Vector& q) const {
    return q.head<3>() + rotation(q) * in_frame(point, q);
}

Eigen::Vector3d FloatingPoints::velocity(const MaterialPoint& point, const Vector& q,
                                         const Vector& v) const {
    const Eigen::Vector3d omega = v.segment<3>(3);
    return v.head<3>() + rotation(q) * (omega.cross(in_frame(point, q)) +
                                        basis_.times(point, v.tail(basis_.size())));
}

/// dx = dc + R (dtheta x r + U dq).
void FloatingPoints::jacobian(const MaterialPoint& point, const Vector& q,
                              Eigen::Matrix3Xd& J) const {
    const Eigen::Matrix3d R = rotation(q);
    const Eigen::Vector3d r = in_frame(point, q);
    J.resize(3, size());
    J.leftCols<3>().setIdentity();
    for (int k = 0; k < 3; ++k) J.col(3 + k) = R * Eigen::Vector3d::Unit(k).cross(r);
    auto of_modes = J.rightCols(basis_.size());
    basis_.jacobian(point, of_modes);
    for (Index k = 0; k < of_modes.cols(); ++k)
        of_modes.col(k) = R * Eigen::Vector3d(of_modes.col(k));
}

void FloatingPoints::pull_back(const MaterialPoint& point, const Eigen::Vector3d& force,
                               const Vector& q, Vector& f) const {
    const Eigen::Vector3d in_body = rotation(q).transpose() * force;
    f.head<3>() += force;
    f.segment<3>(3) += in_frame(point, q).cross(in_body);
    basis_.pull_back(point, in_body, f.tail(basis_.size()));
}

Points FloatingPoints::positions(const Vector& q) const {
    const Points r = rest_ + basis_.times(q.tail(basis_.size()));
    return (rotation(q) * r).colwise() + q.head<3>();
}

Points FloatingPoints::velocities(const Vector& q, const Vector& v) const {
    const Points r = rest_ + basis_.times(q.tail(basis_.size()));
    Points u = basis_.times(v.tail(basis_.size()));
    const Eigen::Vector3d omega = v.segment<3>(3);
    for (Index i = 0; i < r.cols(); ++i) u.col(i) += omega.cross(Eigen::Vector3d(r.col(i)));
    return (rotation(q) * u).colwise() + v.head<3>();
}

void FloatingPoints::add_share(const MaterialPoint& point, double share, SharedPoints& to) const {
    if (to.modes.rows() == 0) to.modes.setZero(basis_.size(), 3);
    to.total += share;
    for (std::size_t a = 0; a < std::size_t(point.n); ++a) {
        to.moment += share * point.weights[a] * rest_.col(point.nodes[a]);
        to.modes += share * point.weights[a] * basis_.node(point.nodes[a]);
    }
}

void FloatingPoints::pull_back(const SharedPoints& points, const Eigen::Vector3d& force,
                               const Vector& q, Vector& f) const {
    const Eigen::Vector3d in_body = rotation(q).transpose() * force;
    const Eigen::Vector3d arm = points.moment + points.modes.transpose() * q.tail(basis_.size());
    f.head<3>() += points.total * force;
    f.segment<3>(3) += arm.cross(in_body);
    f.tail(basis_.size()).noalias() += points.modes * in_body;
}

Eigen::Vector3d FloatingPoints::displacement(const SharedPoints& points, const Vector& q) const {
    const Eigen::Vector3d arm = points.moment + points.modes.transpose() * q.tail(basis_.size());
    return points.total * (q.head<3>() - center_) + rotation(q) * arm - points.moment;
}

}  // namespace sinew
