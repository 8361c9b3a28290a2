#include "explicit_solver.hpp"

#include <nlohmann/json.hpp>

namespace sinew {

namespace {

System& fit_to_step(System& system, const BuildContext& context) {
    require_explicit_dynamics(system, context);
    return system;
}

}  // namespace

ExplicitSolver::ExplicitSolver(BuildContext& context, const Rayleigh& damping, double safety,
                               int most_substeps, bool realtime)
    : model_(context),
      integrator_(fit_to_step(model_.system(), context), damping, safety, most_substeps),
      is_paced_(realtime) {
    check_damping(context, damping);
    model_.publish([this] { return system().energies(state().q, state().v); });
}

void ExplicitSolver::begin(const Clock& clock) {
    integrator_.begin(clock.time());
}

void ExplicitSolver::step(const Clock& clock) {
    Clock next = clock;
    ++next.index;
    real_time_.run(clock.step, is_paced_, [&] { integrator_.step(clock.time(), next.time()); });
}

void ExplicitSolver::save(Archive& archive, const std::string& prefix) const {
    integrator_.save(archive, prefix);
}

void ExplicitSolver::restore(const Archive& archive, const std::string& prefix,
                             const Clock& clock) {
    integrator_.restore(archive, prefix, clock.time());
}

void ExplicitSolver::report(nlohmann::json& report) const {
    integrator_.report(report);
    if (is_paced_) real_time_.report(report["realtime"]);
    if (integrator_.state().q.size() > 0) model_.report(report, integrator_.state());
}

}  // namespace sinew
