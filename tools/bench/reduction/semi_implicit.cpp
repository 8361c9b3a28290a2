#include "semi_implicit.hpp"

#include <cstdlib>
#include <sinew/storage/artifact.hpp>

namespace sinew::bench {

namespace {

NewtonOptions one_iteration() {
    NewtonOptions newton;
    newton.iterations = 1;
    newton.line_search = false;
    return newton;
}

}  // namespace

SemiImplicitSteps::SemiImplicitSteps(BodySystem& system, LinearSolver& linear, double dt,
                                     const Rayleigh& damping)
    : system_(system),
      integrator_(system, linear, TimeScheme::newmark(0.25, 0.5), one_iteration(), damping, 0),
      dt_(dt) {
    integrator_.begin(0);
}

void SemiImplicitSteps::step() {
    integrator_.step(dt_ * double(n_), dt_ * double(n_ + 1));
    ++n_;
}

double SemiImplicitSteps::reach() const {
    const Vector& q = integrator_.state().q;
    return (system_.positions(q) - system_.positions(0 * q)).colwise().norm().maxCoeff();
}

void keep_artifacts_in_scratch(const Settings& settings) {
    ::setenv("SINEW_CACHE", (settings.scratch / "cache").c_str(), 1);
}

double seconds_ahead(const std::string& kind) {
    double seconds = 0;
    for (const FetchedArtifact& one : fetched_artifacts())
        if (one.was_made && one.kind.rfind(kind, 0) == 0) seconds += one.seconds;
    return seconds;
}

}  // namespace sinew::bench
