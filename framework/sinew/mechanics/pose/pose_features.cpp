#include <cmath>
#include <sinew/mechanics/pose/pose_features.hpp>

namespace sinew {

PoseFeatures::PoseFeatures(const Rig& rig) {
    for (Index k = 0; k < rig.n_parameters(); ++k) {
        const RigParameter parameter = rig.parameter(k);
        if (parameter.of_root) continue;
        if (parameter.of_turn < 0)
            values_.push_back({k, parameter.scale});
        else if (parameter.of_turn == k)
            turns_.push_back({k, parameter.scale});
    }
}

Vector PoseFeatures::of(const Vector& p) const {
    Vector x(size());
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
    return x;
}

}  // namespace sinew
