#include "moving_solid.hpp"

namespace sinew {

Eigen::Isometry3d SolidMotion::own(double t) const {
    return Eigen::Translation3d(center + displacement.at(t)) *
           Eigen::AngleAxisd(angle.at(t), axis) * Eigen::Translation3d(-center);
}

Eigen::Isometry3d SolidMotion::at(double t) const {
    return rig ? rig->at(t)[std::size_t(bone)] * own(t) : own(t);
}

Eigen::Vector3d SolidMotion::velocity(const Eigen::Vector3d& x, double t) const {
    if (rig) {
        constexpr double h = 1e-4;
        const Eigen::Vector3d X = at(t).inverse() * x;
        const auto place = [&](double when) -> Eigen::Vector3d {
            return rig->pose(rig->parameters(when))[std::size_t(bone)] * (own(when) * X);
        };
        return (place(t + h) - place(t - h)) / (2 * h);
    }
    const Eigen::Vector3d omega = angle.rate(t) * axis;
    return displacement.rate(t) + omega.cross(x - center - displacement.at(t));
}

Eigen::Isometry3d MovingSolid::pose(double t) const {
    if (t != kept_time_) {
        kept_pose_ = motion_.at(t);
        kept_time_ = t;
    }
    return kept_pose_;
}

/// Outside the box of the surface its distance bounds the depth.
ContactShape::Probe MovingSolid::probe(const Eigen::Vector3d& x, double t) const {
    const Eigen::Isometry3d to_world = pose(t);
    const Eigen::Matrix3d R = to_world.linear();
    const Eigen::Vector3d X = R.transpose() * (x - to_world.translation());
    const double to_box = distances_.box().exteriorDistance(X);
    if (to_box > 0) return {-to_box, R * Eigen::Vector3d::UnitX(), Eigen::Matrix3d::Zero()};
    const LevelSet::Sample sample = distances_.at(X);
    return {-sample.distance, R * sample.gradient, R * sample.curvature * R.transpose()};
}

}  // namespace sinew
