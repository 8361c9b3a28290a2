#include <catch2/catch.hpp>
#include <central_difference/explicit_integrator.hpp>
#include <sinew/kernel/diagnostics/stopped.hpp>
#include <sinew/kernel/run/stop_signal.hpp>
#include <support/send_stop.hpp>

#include "support/small_systems.hpp"

using namespace sinew;

TEST_CASE(
    "explicit integrator: central differences are of order 2 on an oscillator, of order 1 in its "
    "damping") {
    auto error = [](const Rayleigh& damping, int n) {
        test::EnergySystem system;
        test::make_oscillator(system, 1, 25, 0, 1, 0);
        ExplicitIntegrator integrator(system, damping, 0.99, 1000);
        integrator.begin(0);
        for (int k = 0; k < n; ++k) integrator.step(1.0 * k / n, 1.0 * (k + 1) / n);
        const double rate = 0.5 * (damping.mass + 25 * damping.stiffness);
        const double omega = std::sqrt(25 - rate * rate);
        return std::abs(integrator.state().q[0] -
                        std::exp(-rate) * (std::cos(omega) + rate / omega * std::sin(omega)));
    };
    for (const Rayleigh damping : {Rayleigh{}, Rayleigh{0.5, 0}, Rayleigh{0.3, 0.01}})
        CHECK(std::log2(error(damping, 100) / error(damping, 200)) ==
              Approx(damping.mass + damping.stiffness == 0 ? 2 : 1).margin(0.1));
}

TEST_CASE(
    "explicit integrator: a step beyond the stable one is divided, and refused beyond the bound") {
    test::EnergySystem system;
    test::make_oscillator(system, 1, 1e4, 0, 1, 0);  // stable step 0.02 s
    ExplicitIntegrator integrator(system, {}, 0.5, 1000);
    integrator.begin(0);
    for (int k = 0; k < 20; ++k) integrator.step(0.1 * k, 0.1 * (k + 1));
    CHECK(integrator.n_substeps() == 200);
    CHECK(std::abs(integrator.state().q[0]) < 1.2);
    ExplicitIntegrator bounded(system, {}, 0.5, 5);
    bounded.begin(0);
    CHECK_THROWS_WITH(bounded.step(0, 0.1),
                      Catch::Contains("needs 10 substeps") && Catch::Contains("max_substeps = 5"));
}

TEST_CASE("explicit integrator: a signal is heard between substeps, and the step undone") {
    test::EnergySystem system;
    test::make_oscillator(system, 1, 1e6, 0, 1, 0);  // stable step 2 ms
    int n = 0;
    const auto gradient = system.gradient;
    system.gradient = [&](const Vector& q) {
        if (++n == 150) test::send_stop();
        return gradient(q);
    };
    const StopSignal stop;
    const Interruptible interruptible;
    ExplicitIntegrator integrator(system, {}, 0.5, 10000);
    integrator.begin(0);
    integrator.step(0, 0.1);
    const State good = integrator.state();
    REQUIRE(n < 150);
    CHECK_THROWS_AS(integrator.step(0.1, 0.2), Stopped);
    CHECK(n < 160);
    CHECK(integrator.state().q == good.q);
    CHECK(integrator.state().v == good.v);
    CHECK(system.time == 0.1);
    CHECK(integrator.n_substeps() == 100);
}

TEST_CASE("explicit integrator: restored from between two steps it goes on bitwise") {
    const auto run = [](int first, int last, const Archive* from, Archive* to) {
        test::EnergySystem system;
        test::make_oscillator(system, 1, 25, 0, 1, 0);
        ExplicitIntegrator integrator(system, {0.3, 0.01}, 0.5, 1000);
        if (from)
            integrator.restore(*from, "s", 0.1 * first);
        else
            integrator.begin(0);
        for (int k = first; k < last; ++k) integrator.step(0.1 * k, 0.1 * (k + 1));
        if (to) integrator.save(*to, "s");
        return integrator.state();
    };
    Archive middle;
    const State whole = run(0, 20, nullptr, nullptr);
    run(0, 9, nullptr, &middle);
    const State continued = run(9, 20, &middle, nullptr);
    CHECK(whole.q == continued.q);
    CHECK(whole.v == continued.v);
    CHECK(whole.a == continued.a);
}
