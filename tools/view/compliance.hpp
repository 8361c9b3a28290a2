/// Compliance of a body at a point.
#pragma once

#include <sinew/mechanics/system/body_system.hpp>

namespace sinew::view {

/// Displacement a force of 1 N at the point, mean over directions [m/N], from the last accepted
/// state, if the force acts for about `duration` [s]: J (K + M/duration^2)^-1 J'.
double compliance(BodySystem& system, const MaterialPoint& point, double duration);

}  // namespace sinew::view
