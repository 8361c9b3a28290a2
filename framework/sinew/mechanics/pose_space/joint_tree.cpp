#include <sinew/mechanics/pose_space/joint_tree.hpp>
#include <utility>

namespace sinew {

JointPose joint_pose(const Eigen::Ref<const Vector>& six) {
    JointPose pose;
    const Eigen::Vector3d turn = six.head<3>();
    const double angle = turn.norm();
    if (angle > 0) pose.turn = Eigen::AngleAxisd(angle, turn / angle);
    pose.move = six.tail<3>();
    return pose;
}

JointTree::JointTree(std::vector<int> parents, std::vector<Eigen::Isometry3d> rest)
    : parents_(std::move(parents)), rest_(std::move(rest)) {
    for (std::size_t j = 0; j < parents_.size(); ++j)
        local_.push_back(parents_[j] < 0 ? rest_[j]
                                         : rest_[std::size_t(parents_[j])].inverse() * rest_[j]);
}

void JointTree::move(std::size_t joint, const JointPose& pose,
                     std::vector<Eigen::Isometry3d>& T) const {
    Eigen::Isometry3d local = local_[joint];
    local.translation() += pose.move;
    local.rotate(pose.turn);
    const int parent = parents_[joint];
    T[joint] = parent < 0 ? local : T[std::size_t(parent)] * local;
}

void JointTree::take_rest_away(std::vector<Eigen::Isometry3d>& T) const {
    for (std::size_t j = 0; j < T.size(); ++j) T[j] = T[j] * rest_[j].inverse();
}

void JointTree::find_motion(std::span<const JointPose> pose,
                            std::vector<Eigen::Isometry3d>& T) const {
    T.resize(parents_.size());
    for (std::size_t j = 0; j < T.size(); ++j) move(j, pose[j], T);
    take_rest_away(T);
}

void JointTree::find_motion(const Vector& p, std::vector<Eigen::Isometry3d>& T) const {
    T.resize(parents_.size());
    for (std::size_t j = 0; j < T.size(); ++j) move(j, joint_pose(p.segment<6>(6 * Index(j))), T);
    take_rest_away(T);
}

Eigen::Isometry3d SimilarFrame::in_world(const Eigen::Isometry3d& motion) const {
    Eigen::Isometry3d result;
    result.linear() = turn * motion.linear() * turn.transpose();
    result.translation() =
        origin + scale * (turn * motion.translation()) - result.linear() * origin;
    return result;
}

void find_world_motion(const JointTree& tree, const SimilarFrame& frame, const Vector& p,
                       std::vector<Eigen::Isometry3d>& T) {
    tree.find_motion(p, T);
    for (Eigen::Isometry3d& motion : T) motion = frame.in_world(motion);
}

}  // namespace sinew
