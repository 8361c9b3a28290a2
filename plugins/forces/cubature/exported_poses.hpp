/// A cubature about a rest shape that moves, for the player.
#pragma once

#include <sinew/kernel/run/archive.hpp>
#include <sinew/player/posed_rows.hpp>

#include "cubature_elements.hpp"

namespace sinew::cubature {

/// Writes to forces/ of a reduced model (docs/player.md) what follows a pose: how positions of
/// nodes become geometry, rows of the poses' vectors, and weights of the elements at poses, one a
/// column in the order of the sum.
void export_poses(CubatureElements& sum, const player::PosedRows& rows,
                  const Eigen::MatrixXd& weights_of_poses, Archive& archive);

}  // namespace sinew::cubature
