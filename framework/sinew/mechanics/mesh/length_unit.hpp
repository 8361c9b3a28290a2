/// The length units that files are written in, as numbers.
#pragma once

#include <sinew/mechanics/mesh/mesh.hpp>

namespace sinew {

/// Length of the unit [m].
double in_metres(LengthUnit unit);

}  // namespace sinew
