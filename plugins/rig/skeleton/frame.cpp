#include "frame.hpp"

#include <fmt/format.h>

#include <sinew/kernel/graph/node.hpp>

namespace sinew {

SkeletonFrame::SkeletonFrame(const BuildContext& context) {
    const Eigen::Affine3d& world = context.node().world();
    frame_.origin = world.translation();
    frame_.scale = std::cbrt(world.linear().determinant());
    frame_.turn = world.linear() / frame_.scale;
    if (!(frame_.scale > 0) || !(frame_.turn * frame_.turn.transpose()).isIdentity(1e-9))
        context.fail(
            fmt::format("{} is stretched or mirrored by its transform, and bones are rigid",
                        context.node().path()),
            "scale all axes of the node, and of those above it, alike");
}

std::vector<Bone> SkeletonFrame::bones(const Skeleton& skeleton) const {
    const auto in_world = [&](const Eigen::Vector3d& x) {
        return Eigen::Vector3d(frame_.scale * (frame_.turn * x) + frame_.origin);
    };
    std::vector<Bone> bones;
    for (const Joint& joint : skeleton.joints()) {
        Bone bone{joint.name,
                  joint.parent,
                  in_world(joint.rest.translation()),
                  {},
                  frame_.scale * joint.radius,
                  joint.number,
                  joint.cage};
        for (const BoneSegment& segment : joint.segments)
            bone.segments.push_back({in_world(segment.head), in_world(segment.tail)});
        bones.push_back(std::move(bone));
    }
    return bones;
}

}  // namespace sinew
