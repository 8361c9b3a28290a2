/// Semi-implicit steps, and what was computed ahead for them.
#pragma once

#include <sinew/mechanics/solve/implicit_integrator.hpp>
#include <sinew/mechanics/system/body_system.hpp>
#include <string>

#include "kit/settings.hpp"

namespace sinew::bench {

/// Newmark's rule with one Newton iteration a step, from rest, on and on.
class SemiImplicitSteps {
public:
    SemiImplicitSteps(BodySystem& system, LinearSolver& linear, double dt,
                      const Rayleigh& damping = {0.1, 0.001});

    void step();

    /// Largest displacement of a node now [m].
    double reach() const;

private:
    BodySystem& system_;
    ImplicitIntegrator integrator_;
    double dt_;
    long n_ = 0;
};

/// Lets artifacts from now on be kept in the scratch folder, so that they are computed again.
void keep_artifacts_in_scratch(const Settings& settings);

/// Seconds that making what this process has fetched took, of kinds that begin so ("basis/").
double seconds_ahead(const std::string& kind);

}  // namespace sinew::bench
