#include "frame.hpp"

#include <fmt/format.h>

#include <sinew/kernel/graph/node.hpp>

namespace sinew {

SkeletonFrame::SkeletonFrame(const BuildContext& context) {
    const Eigen::Affine3d& world = context.node().world();
    origin_ = world.translation();
    scale_ = std::cbrt(world.linear().determinant());
    turn_ = world.linear() / scale_;
    if (!(scale_ > 0) || !(turn_ * turn_.transpose()).isIdentity(1e-9))
        context.fail(
            fmt::format("{} is stretched or mirrored by its transform, and bones are rigid",
                        context.node().path()),
            "scale all axes of the node, and of those above it, alike");
}

std::vector<Bone> SkeletonFrame::bones(const Skeleton& skeleton) const {
    const auto place = [&](const Eigen::Vector3d& x) {
        return Eigen::Vector3d(scale_ * (turn_ * x) + origin_);
    };
    std::vector<Bone> bones;
    for (const Joint& joint : skeleton.joints()) {
        Bone bone{joint.name, joint.parent,          place(joint.rest.translation()),
                  {},         scale_ * joint.radius, joint.number,
                  joint.cage};
        for (const BoneSegment& segment : joint.segments)
            bone.segments.push_back({place(segment.head), place(segment.tail)});
        bones.push_back(std::move(bone));
    }
    return bones;
}

Eigen::Isometry3d SkeletonFrame::in_world(const Eigen::Isometry3d& motion) const {
    Eigen::Isometry3d result;
    result.linear() = turn_ * motion.linear() * turn_.transpose();
    result.translation() =
        origin_ + scale_ * (turn_ * motion.translation()) - result.linear() * origin_;
    return result;
}

}  // namespace sinew
