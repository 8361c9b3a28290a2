/// Results on a grid at the last step, read-only, for outputs.
#pragma once

#include <sinew/mechanics/grid/fluid.hpp>
#include <sinew/mechanics/grid/smoke.hpp>
#include <sinew/mechanics/model/publication.hpp>

namespace sinew {

/// Results that the solver of a grid publishes on its node.
struct GridResults {
    const Fluid* fluid = nullptr;
    const Smoke* smoke = nullptr;  ///< nullptr: there is none
};

}  // namespace sinew
