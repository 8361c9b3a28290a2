#include <sinew/mechanics/linear/linear.hpp>

namespace sinew {

void LinearSolver::require_fit(const TangentNature& tangent) const {
    const std::string why = misfit(tangent);
    if (why.empty()) return;
    throw InputError(provenance.where, why,
                     "give the solver another linear: {type: ...}; `sinew describe linear` lists "
                     "the types");
}

}  // namespace sinew
