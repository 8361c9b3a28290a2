/// Checks that a rig and the bodies that go with it fit together.
#pragma once

#include <Eigen/Geometry>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/rig/bone.hpp>
#include <vector>

namespace sinew {

/// A box around the segments of all bones, without their radii [m].
Eigen::AlignedBox3d box_around(const std::vector<Bone>& bones);

/// True if several bodies go with the node's rig, which stands there or above: each has bones that
/// none of its nodes goes with. A body that goes with a rig has weights or constraints.
bool shares_its_rig(const SceneNode& node);

/// Warns in the name of `who` if bones and mesh are of very different sizes: most often one of them
/// is in other units. A small body may be one of several along a large rig, and one bone alone a
/// handle.
void warn_of_sizes(SceneNode& node, const Body& body, const std::vector<Bone>& bones,
                   const Origin& who);

}  // namespace sinew
