#include "joint_tracks.hpp"

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

std::vector<JointTrack> joint_tracks(const Rig& rig, const std::vector<float>& times) {
    const std::vector<Bone>& bones = rig.bones();
    std::vector<JointTrack> joints(bones.size());
    for (std::size_t j = 0; j < bones.size(); ++j) {
        JointTrack& joint = joints[j];
        joint.name = bones[j].name;
        joint.parent = bones[j].parent;
        Eigen::Vector3d rest = bones[j].joint;
        if (joint.parent >= 0) rest -= bones[std::size_t(joint.parent)].joint;
        joint.rest = rest.cast<float>();
        joint.unbind = -bones[j].joint.cast<float>();
    }
    std::vector<char> moves(bones.size(), 0);
    const double tolerance = still * extent_of(bones);
    for (const float t : times) {
        const BoneMotion motion = rig.pose(rig.parameters(double(t)));
        for (std::size_t j = 0; j < bones.size(); ++j) {
            JointTrack& joint = joints[j];
            // G_j = T_j from the joint at rest; seen from the parent, which moves by its own.
            Eigen::Isometry3d local = motion[j] * Eigen::Translation3d(bones[j].joint);
            if (joint.parent >= 0) {
                const auto p = std::size_t(joint.parent);
                local = (motion[p] * Eigen::Translation3d(bones[p].joint)).inverse() * local;
            }
            Eigen::Vector4f turn =
                Eigen::Quaterniond(local.linear()).normalized().coeffs().cast<float>();
            if (!joint.turns.empty() ? joint.turns.back().dot(turn) < 0 : turn[3] < 0) turn *= -1;
            joint.turns.push_back(turn);
            joint.moves.push_back(local.translation().cast<float>());
            if ((local.translation() - joint.rest.cast<double>()).norm() > tolerance) moves[j] = 1;
        }
    }
    for (std::size_t j = 0; j < joints.size(); ++j)
        if (!moves[j]) joints[j].moves.clear();
    return joints;
}

std::vector<Eigen::Matrix<double, 3, 4>> joint_transforms(const std::vector<JointTrack>& joints,
                                                          std::size_t frame) {
    std::vector<Eigen::Isometry3d> global(joints.size());
    std::vector<Eigen::Matrix<double, 3, 4>> transforms;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const JointTrack& joint = joints[j];
        const Eigen::Vector3f& move = joint.moves.empty() ? joint.rest : joint.moves[frame];
        const Eigen::Vector4d turn = joint.turns[frame].cast<double>();
        global[j] =
            Eigen::Translation3d(move.cast<double>()) * Eigen::Quaterniond(turn).normalized();
        if (joint.parent >= 0) global[j] = global[std::size_t(joint.parent)] * global[j];
        const Eigen::Isometry3d bound =
            global[j] * Eigen::Translation3d(joint.unbind.cast<double>());
        transforms.push_back(bound.matrix().topRows<3>());
    }
    return transforms;
}

}  // namespace sinew::gltf_output
