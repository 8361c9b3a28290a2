/// The frame that a skeleton stands in.
#pragma once

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/mechanics/rig/skeleton.hpp>

namespace sinew {

/// Frame of a node in the world: rotated, moved, and scaled alike along all axes.
class SkeletonFrame {
public:
    /// Throws InputError if the node is stretched or mirrored.
    explicit SkeletonFrame(const BuildContext& context);

    std::vector<Bone> bones(const Skeleton& skeleton) const;
    /// The same motion, of points of the world.
    Eigen::Isometry3d in_world(const Eigen::Isometry3d& motion) const;

private:
    Eigen::Matrix3d turn_;
    Eigen::Vector3d origin_;
    double scale_;
};

}  // namespace sinew
