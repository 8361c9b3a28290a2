/// Poses of a skeleton in time, smoothed.
#pragma once

#include <functional>
#include <sinew/mechanics/rig/skeleton.hpp>

namespace sinew {

/// The pose at time t [s] of the uniform cubic B-spline whose control points are the poses at
/// multiples of `spacing` [s]: its acceleration is continuous, and a constant velocity stays.
/// Turns are sums of quaternions of equal signs, brought to unit length.
SkeletonPose smoothed(const std::function<SkeletonPose(double)>& pose, double spacing, double t);

}  // namespace sinew
