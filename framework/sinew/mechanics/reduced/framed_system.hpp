/// Common part of reduced bodies that deform in a frame which moves.
#pragma once

#include <sinew/mechanics/reduced/deformation_bound.hpp>
#include <sinew/mechanics/reduced/floating_points.hpp>
#include <sinew/mechanics/reduced/reduced_system.hpp>

namespace sinew {

/// Coordinates (c, theta, q) and velocities (c', Omega, q') of floating_points.hpp.
class FramedSystem : public ReducedSystem {
public:
    std::optional<double> moved_since(const Vector& from, const Vector& q) const final;
    /// Seen from the world, as those of other bodies.
    PointFields point_fields(const Vector& q) const final;

protected:
    FramedSystem(ReducedParts&& parts, std::unique_ptr<FloatingPoints> points);
    const FloatingPoints& frame() const { return frame_; }

private:
    const FloatingPoints& frame_;
    DeformationBound deformation_bound_;
    double radius_;  ///< of the body at rest about the frame's origin [m]
};

}  // namespace sinew
