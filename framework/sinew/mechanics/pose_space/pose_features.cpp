#include <cmath>
#include <Eigen/Geometry>
#include <sinew/mechanics/pose_space/pose_features.hpp>

namespace sinew {

void PoseFeatures::of(const Vector& p, Vector& x) const {
    x.resize(size());
    Index at = 0;
    for (const Part& value : values_) x[at++] = p[value.parameter] / value.scale;
    for (const Part& turn : turns_) {
        const Eigen::Vector3d v = p.segment<3>(turn.parameter);
        const double angle = v.norm();
        const Eigen::Matrix3d R = angle > 0 ? Eigen::AngleAxisd(angle, v / angle).toRotationMatrix()
                                            : Eigen::Matrix3d(Eigen::Matrix3d::Identity());
        x.segment<9>(at) = R.reshaped() / (std::sqrt(2) * turn.scale);
        at += 9;
    }
}

}  // namespace sinew
