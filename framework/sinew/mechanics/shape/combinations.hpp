/// Solids made of solids: unions, intersections, differences and transforms.
#pragma once

#include <sinew/mechanics/shape/shape.hpp>

namespace sinew::shapes {

/// min(a, b) [m], smooth where a and b differ by less than `blend` [m].
double smooth_min(double a, double b, double blend);

using SolidPtr = std::shared_ptr<const Shape::Solid>;

/// The union of the parts, `blend` [m] as of smooth_min.
SolidPtr unite(std::vector<SolidPtr> parts, double blend);
/// The intersection of the parts, likewise.
SolidPtr intersect(std::vector<SolidPtr> parts, double blend);
/// The first less all others.
SolidPtr subtract(std::vector<SolidPtr> parts, double blend);
/// x of the part becomes placement * x; `scale` is the placement's uniform factor.
SolidPtr place(SolidPtr part, const Eigen::Affine3d& placement, double scale);

}  // namespace sinew::shapes
