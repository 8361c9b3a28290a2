#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/mechanics/solver/solver.hpp>

namespace sinew {

namespace {

[[noreturn]] void refuse(const System& system, Facet facet, const BuildContext& context) {
    Diagnostic diagnostic = system.lacks(facet);
    if (!diagnostic.where.known()) diagnostic.where = context.where();
    throw InputError(std::move(diagnostic));
}

}  // namespace

Dynamics& require_dynamics(System& system, const BuildContext& context) {
    Dynamics* facet = system.dynamics();
    if (facet == nullptr) refuse(system, Facet::dynamics, context);
    facet->let_inertia_act();
    return *facet;
}

ExplicitDynamics& require_explicit_dynamics(System& system, const BuildContext& context) {
    require_dynamics(system, context);
    if (ExplicitDynamics* facet = system.explicit_dynamics()) return *facet;
    refuse(system, Facet::explicit_dynamics, context);
}

}  // namespace sinew
