/// `frame:` of directions: the world, or the node's own rest frame.
#pragma once

#include <Eigen/Geometry>
#include <sinew/kernel/params/params.hpp>

namespace sinew {

/// The frame in which a scene writes a direction.
enum class Frame { world, node };
template <>
struct EnumNames<Frame> {
    static constexpr std::array names{std::pair{"world", Frame::world},
                                      std::pair{"node", Frame::node}};
};

/// The turn that takes a direction of that frame to the world. A node's scale changes lengths, not
/// forces, velocities or accelerations, so it takes no part.
inline Eigen::Matrix3d turn_to_world(Frame frame, const Eigen::Affine3d& node_to_world) {
    return frame == Frame::world ? Eigen::Matrix3d(Eigen::Matrix3d::Identity())
                                 : Eigen::Matrix3d(node_to_world.rotation());
}

}  // namespace sinew
