#include <sinew/mechanics/rig/joint_motion.hpp>

namespace sinew {

JointMotion::JointMotion(const std::vector<Bone>& bones) : bones_(bones) {
    for (const Bone& bone : bones) {
        rest_.push_back(bone.joint);
        if (bone.parent >= 0) rest_.back() -= bones[std::size_t(bone.parent)].joint;
    }
}

void JointMotion::add(const BoneMotion& motion) {
    JointPoses poses;
    for (std::size_t j = 0; j < bones_.size(); ++j) {
        // The transform of its node is T_j from the joint at rest.
        Eigen::Isometry3d local = motion[j] * Eigen::Translation3d(bones_[j].joint);
        if (const int parent = bones_[j].parent; parent >= 0) {
            const auto p = std::size_t(parent);
            local = (motion[p] * Eigen::Translation3d(bones_[p].joint)).inverse() * local;
        }
        Eigen::Quaternionf rotation = Eigen::Quaterniond(local.linear()).normalized().cast<float>();
        const Eigen::Quaternionf before =
            poses_.empty() ? Eigen::Quaternionf::Identity() : poses_.back().rotations[j];
        if (rotation.dot(before) < 0) rotation.coeffs() *= -1;
        poses.rotations.push_back(rotation);
        poses.translations.push_back(local.translation().cast<float>());
    }
    poses_.push_back(std::move(poses));
}

}  // namespace sinew
