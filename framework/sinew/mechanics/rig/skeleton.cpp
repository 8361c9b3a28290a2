#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/rig/skeleton.hpp>

namespace sinew {

Skeleton::Skeleton(std::vector<Joint> joints) : joints_(std::move(joints)) {
    local_.reserve(joints_.size());
    for (std::size_t j = 0; j < joints_.size(); ++j) {
        const int parent = joints_[j].parent;
        SINEW_ASSERT(parent < int(j), "joint {} has parent {}", j, parent);
        local_.push_back(parent < 0
                             ? joints_[j].rest
                             : joints_[std::size_t(parent)].rest.inverse() * joints_[j].rest);
    }
}

int Skeleton::find(const std::string& name) const {
    for (std::size_t j = 0; j < joints_.size(); ++j)
        if (joints_[j].name == name) return int(j);
    return -1;
}

BoneMotion Skeleton::motion(const SkeletonPose& pose) const {
    SINEW_ASSERT(pose.size() == joints_.size(), "{} != {}", pose.size(), joints_.size());
    BoneMotion frames(joints_.size());
    for (std::size_t j = 0; j < joints_.size(); ++j) {
        Eigen::Isometry3d local = local_[j];
        local.translation() += pose[j].move;
        local.rotate(pose[j].turn);
        const int parent = joints_[j].parent;
        frames[j] = parent < 0 ? local : frames[std::size_t(parent)] * local;
    }
    for (std::size_t j = 0; j < joints_.size(); ++j)
        frames[j] = frames[j] * joints_[j].rest.inverse();
    return frames;
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

SkeletonPose pose_of(const Vector& p) {
    SkeletonPose pose(std::size_t(p.size() / 6));
    for (std::size_t j = 0; j < pose.size(); ++j) {
        const Eigen::Vector3d turn = p.segment<3>(6 * Index(j));
        const double angle = turn.norm();
        if (angle > 0) pose[j].turn = Eigen::AngleAxisd(angle, turn / angle);
        pose[j].move = p.segment<3>(6 * Index(j) + 3);
    }
    return pose;
}

}  // namespace sinew
