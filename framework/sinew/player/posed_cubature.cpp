#include <sinew/player/posed_cubature.hpp>

namespace sinew::player {

Failure PosedCubature::follow(const Vector& pose_weights, const Vector& scales,
                              const Eigen::Matrix3Xd& rest) {
    mix_element_weights(weights_of_poses_, pose_weights, weights_);
    rows_.mix(pose_weights, scales, sum_->rows());
    const FirstBad bad = geometry_.move(rest, packs_, in_order).bad;
    sum_->move(packs_, weights_);
    if (!bad) return {};
    return {Failure::Kind::inverted, sum_->sum().numbers[std::size_t(bad.position)]};
}

}  // namespace sinew::player
