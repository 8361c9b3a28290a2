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
    const SimilarFrame& similar() const { return frame_; }

private:
    SimilarFrame frame_;
};

}  // namespace sinew
