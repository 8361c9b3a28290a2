#include "node_rotations.hpp"

#include <algorithm>
#include <sinew/mechanics/math/parallel_for.hpp>

#include "vertex_rotations.hpp"

namespace sinew::pose_space {
namespace {

std::vector<std::vector<Eigen::Matrix3d>> from_neutral(const VolumeMesh& neutral,
                                                       const ExamplePoses& poses) {
    std::vector<std::vector<Eigen::Matrix3d>> all{
        std::vector<Eigen::Matrix3d>(std::size_t(neutral.n_nodes()), Eigen::Matrix3d::Identity())};
    for (Index pose = 1; pose < poses.n_poses(); ++pose)
        all.push_back(vertex_rotations(neutral, poses.at_pose(pose)));
    return all;
}

Eigen::Matrix3d rotation(const Eigen::Vector4d& quaternion) {
    return Eigen::Quaterniond(quaternion).toRotationMatrix();
}

}  // namespace

NodeRotations::NodeRotations(const VolumeMesh& neutral, const ExamplePoses& poses,
                             const std::vector<Branch>& tree)
    : NodeRotations(from_neutral(neutral, poses), tree) {}

NodeRotations::NodeRotations(const std::vector<std::vector<Eigen::Matrix3d>>& of_poses,
                             const std::vector<Branch>& tree) {
    for (const std::vector<Eigen::Matrix3d>& rotations : of_poses) {
        Eigen::Matrix4Xd& quaternions = of_poses_.emplace_back(4, Index(rotations.size()));
        for (std::size_t node = 0; node < rotations.size(); ++node)
            quaternions.col(Index(node)) = Eigen::Quaterniond(rotations[node]).coeffs();
    }
    for (const Branch& branch : tree) {
        const Eigen::Matrix4Xd& onto = of_poses_[std::size_t(branch.onto)];
        Eigen::Matrix4Xd& here = of_poses_[std::size_t(branch.pose)];
        for (Index node = 0; node < here.cols(); ++node)
            if (here.col(node).dot(onto.col(node)) < 0) here.col(node) *= -1;
    }
    mix(Vector::Unit(n_poses(), 0));
}

double NodeRotations::mix(const Vector& weights) {
    Vector norms(n_nodes());
    mixed_.resize(std::size_t(n_nodes()));
    parallel_for(n_nodes(), [&](Index node) {
        Eigen::Vector4d sum = Eigen::Vector4d::Zero();
        for (Index pose = 0; pose < n_poses(); ++pose)
            sum += weights[pose] * of_poses_[std::size_t(pose)].col(node);
        norms[node] = sum.norm();
        mixed_[std::size_t(node)] = rotation(sum.normalized());
    });
    return norms.minCoeff();
}

void NodeRotations::rotate_back(Index pose, Eigen::MatrixXd& X) const {
    std::vector<Eigen::Matrix3d> R;
    for (Index node = 0; node < n_nodes(); ++node)
        R.push_back(rotation(of_poses_[std::size_t(pose)].col(node)));
    rotate_rows_back(R, X);
}

}  // namespace sinew::pose_space
