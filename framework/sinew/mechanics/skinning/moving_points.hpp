/// Nodes of a body that go where a rig takes them.
#pragma once

#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/rig/skeletal_rig.hpp>

namespace sinew {

/// Holds nodes in all directions where `positions` puts them (3 x n [m] for the bones' motion),
/// with velocities and accelerations by central differences over 0.1 ms: a clip's own are not
/// continuous.
template <class Positions>
void constrain_to_motion(const SkeletalRig& rig, const std::vector<int>& nodes, double t,
                         std::vector<ConstrainedNode>& out, const Positions& positions) {
    constexpr double h = 1e-4;
    const Points before = positions(rig.pose(rig.parameters(t - h)));
    const Points after = positions(rig.pose(rig.parameters(t + h)));
    const Points now = positions(rig.at(t));
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Eigen::Index k = Eigen::Index(i);
        ConstrainedNode node;
        node.node = nodes[i];
        node.position = now.col(k);
        node.velocity = (after.col(k) - before.col(k)) / (2 * h);
        node.acceleration = (after.col(k) - 2 * now.col(k) + before.col(k)) / (h * h);
        out.push_back(node);
    }
}

}  // namespace sinew
