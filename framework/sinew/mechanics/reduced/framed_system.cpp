#include <numbers>
#include <sinew/mechanics/reduced/framed_system.hpp>

namespace sinew {

FramedSystem::FramedSystem(SubspaceParts parts, MakePoints make_points)
    : ReducedSystem(std::move(parts), make_points),
      frame_(static_cast<const FloatingPoints&>(points())),
      radius_(frame_.rest().colwise().norm().maxCoeff()) {}

/// |x - x'| <= |c - c'| + |R - R'| |X + U q'| + |U (q - q')|.
std::optional<double> FramedSystem::moved_since(const Vector& from, const Vector& q) const {
    const Eigen::Matrix3d turn = FloatingPoints::rotation(q) - FloatingPoints::rotation(from);
    const double radius = radius_ + deformation_bound()(deformation(from));
    return (q.head<3>() - from.head<3>()).norm() + turn.norm() / std::numbers::sqrt2 * radius +
           deformation_bound()(deformation(q) - deformation(from));
}

PointFields FramedSystem::point_fields(const Vector& q) const {
    PointFields fields = ReducedSystem::point_fields(q);
    fields.rotate(FloatingPoints::rotation(q));
    return fields;
}

}  // namespace sinew
