/// What reports and warnings say of the pairs of a state that ends a step.
#pragma once

#include <cstddef>

#include "skin_hit.hpp"

namespace sinew {

struct AcceptedPairs {
    double time = 0;  ///< [s]
    std::size_t n_pairs = 0;
    int n_held = 0;     ///< by Alternation
    int n_pulling = 0;  ///< of these: the node is outside, and drawn back in
    /// Of held pairs, the change of force if they were found anew, beside the forces of all pairs.
    double held_share = 0;
    double deepest = 0;               ///< [m]
    double deepest_over_element = 0;  ///< in mean element sizes of the node's body
    SkinHit deep{};                   ///< the pair of that ratio
};

}  // namespace sinew
