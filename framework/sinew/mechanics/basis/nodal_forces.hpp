/// Forces on a body at rest as forces on its nodes.
#pragma once

#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/basis/full_body.hpp>
#include <sinew/mechanics/selection/selection.hpp>
#include <string>

namespace sinew {

/// Nodal forces, n numbers [N], of a force at a point at rest, in the node's frame [m]. Throws
/// InputError at `mark` if it is outside the body; `name` begins the sentence ("sketched force 3").
Vector force_at(const FullBody& full, const Eigen::Vector3d& at, const Eigen::Vector3d& force,
                const SourceMark& mark, const std::string& name);

/// Nodal forces, n numbers [N], of a force that the selected nodes share evenly.
Vector force_shared(const FullBody& full, const Selection& where, const Eigen::Vector3d& force);

}  // namespace sinew
