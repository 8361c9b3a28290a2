#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/mechanics/solver/solver.hpp>

namespace sinew {

namespace {

[[noreturn]] void refuse(const System& system, Facet facet, const SourceMark& solver) {
    Diagnostic diagnostic = system.lacks(facet);
    if (!diagnostic.where.known()) diagnostic.where = solver;
    throw InputError(std::move(diagnostic));
}

}  // namespace

Dynamics& require_dynamics(System& system, const BuildContext& context) {
    Dynamics* facet = system.dynamics();
    if (facet == nullptr) refuse(system, Facet::dynamics, context.where());
    facet->let_inertia_act();
    return *facet;
}

ExplicitDynamics& require_explicit_dynamics(System& system, const BuildContext& context) {
    require_dynamics(system, context);
    if (ExplicitDynamics* facet = system.explicit_dynamics()) return *facet;
    refuse(system, Facet::explicit_dynamics, context.where());
}

PlayableBody& require_playable(BodySystem& body, const SourceMark& solver) {
    if (PlayableBody* facet = body.playable()) return *facet;
    refuse(body, Facet::playable, solver);
}

}  // namespace sinew
