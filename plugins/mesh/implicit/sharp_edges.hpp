/// The sharp edges of a shape, as stretches that meet at their ends alone.
#pragma once

#include <sinew/mechanics/shape/shape.hpp>
#include <vector>

namespace sinew {

/// The stretches of the shape's edges along which its surface has a crease: what other solids of
/// the shape cover, or continue evenly, is left out. Where edges cross, or one ends on another, the
/// stretches end, with the same bits of the point; where edges lie on each other there is one.
/// Coverings are found to within `step` [m].
std::vector<Shape::Edge> sharp_edges(const Shape& shape, double step);

}  // namespace sinew
