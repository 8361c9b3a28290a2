#include "joint_tracks.hpp"

#include <sinew/mechanics/rig/joint_motion.hpp>

namespace sinew::gltf_output {
namespace {

/// Part of the rig's size that a joint's move beside its parent is taken for round-off.
constexpr double still = 1e-6;

double extent_of(const std::vector<Bone>& bones) {
    Eigen::AlignedBox3d box;
    for (const Bone& bone : bones) {
        box.extend(bone.joint);
        for (const BoneSegment& segment : bone.segments) box.extend(segment.tail);
    }
    return box.isEmpty() ? 0 : box.diagonal().norm();
}

}  // namespace

std::vector<JointTrack> joint_tracks(const SkeletalRig& rig, const std::vector<float>& times) {
    const std::vector<Bone>& bones = rig.bones();
    JointMotion motion(bones);
    for (const float t : times) motion.add(rig.pose(rig.parameters(double(t))));
    std::vector<JointTrack> joints(bones.size());
    const double tolerance = still * extent_of(bones);
    for (std::size_t j = 0; j < bones.size(); ++j) {
        JointTrack& joint = joints[j];
        joint.name = bones[j].name;
        joint.parent = bones[j].parent;
        joint.rest = motion.rest()[j].cast<float>();
        joint.unbind = -bones[j].joint.cast<float>();
        bool moves = false;
        for (const JointPoses& poses : motion.poses()) {
            joint.rotations.push_back(poses.rotations[j].coeffs());
            joint.translations.push_back(poses.translations[j]);
            moves = moves || (poses.translations[j] - joint.rest).norm() > tolerance;
        }
        if (!moves) joint.translations.clear();
    }
    return joints;
}

std::vector<Eigen::Matrix<double, 3, 4>> joint_transforms(const std::vector<JointTrack>& joints,
                                                          std::size_t frame) {
    std::vector<Eigen::Isometry3d> global(joints.size());
    std::vector<Eigen::Matrix<double, 3, 4>> transforms;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const JointTrack& joint = joints[j];
        const Eigen::Vector3f& translation =
            joint.translations.empty() ? joint.rest : joint.translations[frame];
        const Eigen::Vector4d rotation = joint.rotations[frame].cast<double>();
        global[j] = Eigen::Translation3d(translation.cast<double>()) *
                    Eigen::Quaterniond(rotation).normalized();
        if (joint.parent >= 0) global[j] = global[std::size_t(joint.parent)] * global[j];
        const Eigen::Isometry3d bound =
            global[j] * Eigen::Translation3d(joint.unbind.cast<double>());
        transforms.push_back(bound.matrix().topRows<3>());
    }
    return transforms;
}

}  // namespace sinew::gltf_output
