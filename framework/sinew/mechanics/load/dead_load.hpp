/// Dead loads: their forces do not depend on the positions of the body.
#pragma once

#include <sinew/mechanics/load/load.hpp>

namespace sinew {

/// Base of dead loads, which give forces [N] at points; their potential is minus force times
/// displacement.
class DeadLoad : public Load {
public:
    /// Minus the sum of force times displacement from rest [J], at time t [s].
    double potential(const LoadSite& site, double t) const final;
};

}  // namespace sinew
