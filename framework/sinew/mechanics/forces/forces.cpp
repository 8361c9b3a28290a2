#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/forces/forces.hpp>

namespace sinew {

Event ReducedForces::follow(const PosedSubspace&) {
    SINEW_ASSERT(false, "these forces are of one subspace and one rest shape");
    return {};
}

}  // namespace sinew
