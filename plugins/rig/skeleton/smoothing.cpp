#include "smoothing.hpp"

#include <array>
#include <cmath>

namespace sinew {
namespace {

std::array<double, 4> spline_weights(double s) {
    const double r = 1 - s;
    return {r * r * r / 6, (s * s * (3 * s - 6) + 4) / 6, (r * r * (3 * r - 6) + 4) / 6,
            s * s * s / 6};
}

}  // namespace

SkeletonPose smoothed(const std::function<SkeletonPose(double)>& pose, double spacing, double t) {
    const double before = std::floor(t / spacing);
    const std::array<double, 4> weights = spline_weights(t / spacing - before);
    std::array<SkeletonPose, 4> control;
    for (int k = 0; k < 4; ++k) control[std::size_t(k)] = pose((before + k - 1) * spacing);
    SkeletonPose sum = control[1];
    for (std::size_t joint = 0; joint < sum.size(); ++joint) {
        const Eigen::Vector4d near = control[1][joint].turn.coeffs();
        Eigen::Vector4d turn = Eigen::Vector4d::Zero();
        Eigen::Vector3d move = Eigen::Vector3d::Zero();
        for (std::size_t k = 0; k < 4; ++k) {
            const Eigen::Vector4d one = control[k][joint].turn.coeffs();
            turn += weights[k] * (one.dot(near) < 0 ? -one : one);
            move += weights[k] * control[k][joint].move;
        }
        sum[joint] = {Eigen::Quaterniond(turn.normalized()), move};
    }
    return sum;
}

}  // namespace sinew
