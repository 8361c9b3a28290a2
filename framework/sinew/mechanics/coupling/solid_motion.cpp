#include <sinew/mechanics/coupling/solid_motion.hpp>

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
        const auto position = [&](double when) -> Eigen::Vector3d {
            return rig->pose(rig->parameters(when))[std::size_t(bone)] * (own(when) * X);
        };
        return (position(t + h) - position(t - h)) / (2 * h);
    }
    const Eigen::Vector3d omega = angle.rate(t) * axis;
    return displacement.rate(t) + omega.cross(x - center - displacement.at(t));
}

}  // namespace sinew
