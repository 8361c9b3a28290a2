/// Loads whose forces do not depend on where the body is.
#pragma once

#include <sinew/mechanics/load/load.hpp>

namespace sinew {

/// Gives forces at points; their potential is minus force times displacement.
class DeadLoad : public Load {
public:
    double potential(const LoadSite& site, double t) const final;
};

}  // namespace sinew
