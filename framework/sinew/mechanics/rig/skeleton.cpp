#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/rig/skeleton.hpp>

namespace sinew {

namespace {

JointTree tree_of(const std::vector<Joint>& joints) {
    std::vector<int> parents;
    std::vector<Eigen::Isometry3d> rest;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        SINEW_ASSERT(joints[j].parent < int(j), "joint {} has parent {}", j, joints[j].parent);
        parents.push_back(joints[j].parent);
        rest.push_back(joints[j].rest);
    }
    return {std::move(parents), std::move(rest)};
}

}  // namespace

Skeleton::Skeleton(std::vector<Joint> joints)
    : joints_(std::move(joints)), tree_(tree_of(joints_)) {}

int Skeleton::find(const std::string& name) const {
    for (std::size_t j = 0; j < joints_.size(); ++j)
        if (joints_[j].name == name) return int(j);
    return -1;
}

BoneMotion Skeleton::motion(const SkeletonPose& pose) const {
    SINEW_ASSERT(pose.size() == joints_.size(), "{} != {}", pose.size(), joints_.size());
    BoneMotion motion;
    tree_.find_motion(pose, motion);
    return motion;
}

Vector parameters_of(const SkeletonPose& pose) {
    Vector p(6 * Index(pose.size()));
    for (std::size_t j = 0; j < pose.size(); ++j) {
        const Eigen::AngleAxisd turn(pose[j].turn);
        p.segment<3>(6 * Index(j)) = turn.angle() * turn.axis();
        p.segment<3>(6 * Index(j) + 3) = pose[j].move;
    }
    return p;
}

}  // namespace sinew
