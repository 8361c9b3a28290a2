#include <cmath>
#include <Eigen/Geometry>
#include <numbers>
#include <sinew/mechanics/math/polar.hpp>
#include <sinew/mechanics/reduced/support_frame.hpp>

namespace sinew {

FrameMotion fitted_frame(const Points& rest, const PointsMotion& points) {
    FrameMotion frame;
    frame.position = points.x.rowwise().mean();
    frame.velocity = points.v.rowwise().mean();
    frame.acceleration = points.a.rowwise().mean();
    // Rows of X add up to zero: means need not be taken out.
    const Eigen::Matrix3d A = points.x * rest.transpose();
    const Polar3<double> fit = sinew::polar(Mat3<double>(A));
    frame.R = fit.R;
    const Eigen::Matrix3d B = frame.R.transpose() * (points.v * rest.transpose());
    frame.omega = fit.G_inv * axial(Mat3<double>(B));
    const Eigen::Matrix3d Omega = skew(Vec3<double>(frame.omega));
    const Eigen::Matrix3d S_rate = B - Omega * fit.S;
    const Eigen::Matrix3d C = frame.R.transpose() * (points.a * rest.transpose());
    frame.omega_rate =
        fit.G_inv * axial(Mat3<double>(C - Omega * Omega * fit.S - 2 * Omega * S_rate));
    return frame;
}

PointsMotion seen_from(const FrameMotion& frame, const Points& rest, const PointsMotion& points) {
    const Eigen::Matrix3d to_frame = frame.R.transpose();
    const Eigen::Matrix3d Omega = skew(Vec3<double>(frame.omega));
    const Eigen::Matrix3d spin = skew(Vec3<double>(frame.omega_rate)) + Omega * Omega;
    PointsMotion seen;
    const Points r = to_frame * (points.x.colwise() - frame.position);
    seen.x = r - rest;
    seen.v = to_frame * (points.v.colwise() - frame.velocity) - Omega * r;
    seen.a = to_frame * (points.a.colwise() - frame.acceleration) - spin * r - 2 * Omega * seen.v;
    return seen;
}

Eigen::Vector3d rotation_vector(const Eigen::Matrix3d& R, const Eigen::Vector3d& near) {
    const Eigen::AngleAxisd turn(R);
    constexpr double whole = 2 * std::numbers::pi;
    // Without a turn of its own, R may be whole turns about any axis.
    const Eigen::Vector3d axis =
        turn.angle() < 1e-12 && near.norm() > 0 ? Eigen::Vector3d(near.normalized()) : turn.axis();
    const double turns = std::round((near.dot(axis) - turn.angle()) / whole);
    return (turn.angle() + whole * turns) * axis;
}

}  // namespace sinew
