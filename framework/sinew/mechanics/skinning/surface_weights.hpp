/// Skinning weights of a surface that stands for a body.
#pragma once

#include <sinew/mechanics/skinning/rigged_body.hpp>
#include <sinew/mechanics/visual/visual.hpp>

namespace sinew {

/// Weights of the points of the skin of a body, n_points x n_bones, from those of its nodes.
SkinWeights skin_weights(const std::vector<int>& skin_nodes, const SkinWeights& nodes);

/// Weights of the points of a surface that a body carries. A point outside of its element takes no
/// bone by a negative share.
SkinWeights carried_weights(const VisualSurface& surface, const SkinWeights& nodes);

}  // namespace sinew
