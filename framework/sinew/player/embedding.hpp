/// Surfaces that nodes of a body carry along.
#pragma once

#include <sinew/mechanics/math/types.hpp>

namespace sinew::player {

/// The sum of weights times positions of `n` nodes. `positions`: x y z of every node [m].
Eigen::Vector3d embedded_point(Index n, const int* nodes, const double* weights,
                               const double* positions);

}  // namespace sinew::player
