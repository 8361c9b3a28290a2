/// Weights that follow from distances to bones.
#pragma once

#include <sinew/mechanics/rig/weights.hpp>

namespace sinew {

/// distances: n_bones x n_points [m]. A point goes with its nearest bone, of equals the first. With
/// blend b > 0 [m] bones share in proportion to s(1 - (d_j - d_min)/b), s(x) = x^2 (3 - 2 x) for
/// x > 0, else 0.
SkinWeights weights_by_distance(const Eigen::MatrixXd& distances, double blend);

}  // namespace sinew
