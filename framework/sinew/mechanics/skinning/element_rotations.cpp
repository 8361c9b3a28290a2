#include <sinew/mechanics/skinning/element_rotations.hpp>
#include <sinew/mechanics/skinning/skinning.hpp>

namespace sinew {

ElementRotations::ElementRotations(const SkeletalRig& rig, const SkinWeights& elements)
    : rig_(rig),
      weights_(elements),
      rotations_(std::size_t(weights_.rows()), Eigen::Matrix3d::Identity()),
      packs_(std::size_t((weights_.rows() + Pack::lanes - 1) / Pack::lanes)) {
    fill_packs();
}

void ElementRotations::move_to(double t) {
    move_to(rig_.at(t));
}

void ElementRotations::move_to(const BoneMotion& motion) {
    blended_rotations(weights_, motion, rotations_);
    fill_packs();
}

void ElementRotations::fill_packs() {
    const std::size_t last = rotations_.size() - 1;
    for (std::size_t pack = 0; pack < packs_.size(); ++pack)
        for (std::size_t lane = 0; lane < std::size_t(Pack::lanes); ++lane) {
            const Eigen::Matrix3d& R = rotations_[std::min(last, pack * Pack::lanes + lane)];
            for (int j = 0; j < 3; ++j)
                for (int i = 0; i < 3; ++i) packs_[pack](i, j).set_lane(int(lane), R(i, j));
        }
}

}  // namespace sinew
