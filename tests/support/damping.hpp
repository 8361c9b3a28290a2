/// Damping of any system: where a step holds it, and that it derives from the dissipation.
#pragma once

#include <catch2/catch.hpp>
#include <sinew/mechanics/system/system.hpp>
#include <support/bodies.hpp>

namespace sinew::test {

/// Begins a step at rest and q: from there on damping is of the stiffness there.
inline void begin_step_at(System& system, const Vector& q) {
    State start = system.initial();
    start.q = q;
    system.begin_step(start, 0, 0.1);
}

/// Damping forces are the gradient of the dissipation, which is quadratic in v.
inline void check_dissipation(System& system) {
    Dynamics& dynamics = *system.dynamics();
    dynamics.set_damping({0.3, 0.02});
    const Index n = system.size();
    begin_step_at(system, 0.02 * noise(n, 5));
    const Vector q = 0.02 * noise(n), v = noise(n, 2), d = noise(n, 3);
    // Before and after a tangent has made the damping matrix.
    for (const bool has_matrix : {false, true}) {
        CAPTURE(has_matrix);
        if (has_matrix) system.tangent(q, v, {1, 1, 1}, Definiteness::exact, nullptr);
        Forces still, moving;
        system.forces(q, 0 * v, still);
        system.forces(q, v, moving);
        const double slope = (moving.internal - still.internal).dot(d);
        const auto gain = [&](double h) {
            return (dynamics.dissipation(v + h * d) - dynamics.dissipation(v)) / h;
        };
        CHECK((gain(1) + gain(-1)) / 2 == Approx(slope).epsilon(1e-10));
        CHECK((gain(1e-2) - slope) / (gain(5e-3) - slope) == Approx(2).epsilon(1e-4));
        CHECK(dynamics.dissipation(0 * v) == 0);
    }
}

}  // namespace sinew::test
