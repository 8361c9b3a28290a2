#include <numbers>
#include <sinew/mechanics/reduced/framed_system.hpp>

namespace sinew {

FramedSystem::FramedSystem(ReducedParts&& parts, std::unique_ptr<FloatingPoints> points)
    : ReducedSystem(std::move(parts), std::move(points)),
      frame_(static_cast<const FloatingPoints&>(this->points())),
      deformation_bound_(frame_.basis()),
      radius_(frame_.rest().colwise().norm().maxCoeff()) {}

/// |x - x'| <= |c - c'| + |R - R'| |X + U q'| + |U (q - q')|.
std::optional<double> FramedSystem::moved_since(const Vector& from, const Vector& q) const {
    const Eigen::Matrix3d turn = FloatingPoints::rotation(q) - FloatingPoints::rotation(from);
    const double radius = radius_ + deformation_bound_(deformation(from));
    return (q.head<3>() - from.head<3>()).norm() + turn.norm() / std::numbers::sqrt2 * radius +
           deformation_bound_(deformation(q) - deformation(from));
}

PointFields FramedSystem::point_fields(const Vector& q) const {
    PointFields fields = ReducedSystem::point_fields(q);
    fields.rotate(FloatingPoints::rotation(q));
    return fields;
}

}  // namespace sinew
