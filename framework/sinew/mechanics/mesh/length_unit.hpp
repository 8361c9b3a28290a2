/// The length units that files are written in, as numbers.
#pragma once

#include <sinew/mechanics/mesh/mesh.hpp>

namespace sinew {

/// How long the unit is [m].
double in_metres(LengthUnit unit);

}  // namespace sinew
