// A system may change its degrees of freedom at the start of a step, and maps its state itself.
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <sinew/mechanics/solve/implicit_integrator.hpp>
#include <support/n_cutbacks.hpp>
#include <utility>

#include "central_difference/explicit_integrator.hpp"
#include "support/growing_system.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// q(t) of m q'' + k q = f from q0, v0.
double oscillation(double m, double k, double f, double q0, double v0, double t) {
    const double omega = std::sqrt(k / m), rest = f / k;
    return rest + (q0 - rest) * std::cos(omega * t) + v0 / omega * std::sin(omega * t);
}

const NewtonOptions exact_enough{.tolerance = 1e-12};

/// Runs to 1 s in n steps; the new degree of freedom comes at 0.5 s.
State run(const TimeScheme& scheme, int n) {
    Growing system(0.5);
    DenseSolver linear;
    ImplicitIntegrator integrator(system, linear, scheme, exact_enough, {}, 4);
    integrator.begin(0);
    for (int step = 0; step < n; ++step) integrator.step(double(step) / n, double(step + 1) / n);
    CHECK(system.n_grown == 1);
    return integrator.state();
}

State run_explicit(int n) {
    Growing system(0.5);
    ExplicitIntegrator integrator(system, {}, 1.0, 1);
    integrator.begin(0);
    for (int step = 0; step < n; ++step) integrator.step(double(step) / n, double(step + 1) / n);
    CHECK(system.n_grown == 1);
    return integrator.state();
}

}  // namespace

TEST_CASE("Degrees of freedom that come in mid-run: old and new ones move as closed forms say") {
    const Eigen::Vector2d exact(oscillation(3, 90, 0.25, 0.5, 0, 0.5),
                                oscillation(2, 40, 0.25, 0.1, 0.3, 1));
    const auto order = [&](const std::function<State(int)>& of) {
        const State coarse = of(200), fine = of(400);
        REQUIRE(fine.q.size() == 2);
        CHECK((fine.q - exact).norm() < 0.05 * exact.norm());
        return std::log2((coarse.q - exact).norm() / (fine.q - exact).norm());
    };
    CHECK(order([](int n) { return run(TimeScheme::newmark(0.25, 0.5), n); }) ==
          Approx(2).margin(0.1));
    CHECK(order([](int n) { return run(TimeScheme::implicit_euler(), n); }) ==
          Approx(1).margin(0.1));
    CHECK(order([](int n) { return run_explicit(n); }) == Approx(2).margin(0.1));
    const State still = run(TimeScheme::statics(), 4);
    CHECK(still.q[0] == Approx(0.25 / 90));
    CHECK(still.q[1] == Approx(0.25 / 40));
}

TEST_CASE("Degrees of freedom of a step that fails go again, and come with the shorter one") {
    Growing system(0.5);
    DenseSolver linear;
    bool failing = true;
    int n_refused = 0;
    // Nothing can be evaluated with two degrees of freedom, the first two times.
    system.admissible = [&](const Vector& q) {
        if (q.size() == 1 || !failing) return true;
        failing = ++n_refused < 2;
        return false;
    };
    ImplicitIntegrator integrator(system, linear, TimeScheme::newmark(0.25, 0.5), exact_enough, {},
                                  4);
    integrator.begin(0);
    for (int step = 0; step < 4; ++step) integrator.step(0.25 * step, 0.25 * (step + 1));
    CHECK(n_cutbacks(integrator) > 0);
    CHECK(system.n_grown == n_cutbacks(integrator) + 1);
    CHECK(integrator.state().q.size() == 2);
    SECTION("and a step that cannot be done at all leaves the system as it was") {
        Growing other(0.5);
        other.admissible = [](const Vector& q) { return q.size() == 1; };
        ImplicitIntegrator stuck(other, linear, TimeScheme::newmark(0.25, 0.5), exact_enough, {},
                                 2);
        stuck.begin(0);
        stuck.step(0, 0.5);
        const Vector before = stuck.state().q;
        CHECK_THROWS_AS(stuck.step(0.5, 1), ComputationError);
        CHECK(stuck.state().q == before);
        CHECK(other.size() == 1);
    }
    SECTION("in explicit steps too") {
        Growing other(0.5);
        other.admissible = [](const Vector& q) { return q.size() == 1; };
        ExplicitIntegrator stuck(other, {}, 1.0, 100);
        stuck.begin(0);
        stuck.step(0, 0.5);
        const Vector before = stuck.state().q;
        CHECK_THROWS_AS(stuck.step(0.5, 0.51), ComputationError);
        CHECK(stuck.state().q == before);
        other.admissible = [](const Vector&) { return true; };
        stuck.step(0.5, 0.51);
        CHECK(stuck.state().q.size() == 2);
    }
}

TEST_CASE("Explicit steps are divided anew, at once, when stiffer degrees of freedom come") {
    // Stable steps: 0.45 s before; 2 sqrt(3/9000) = 0.0365 s, 14 of them a step, afterwards.
    Growing system(0.5, 9000);
    ExplicitIntegrator integrator(system, {}, 1.0, 14);
    integrator.begin(0);
    integrator.step(0, 0.25);
    integrator.step(0.25, 0.5);
    CHECK(integrator.n_substeps() == 2);
    integrator.step(0.5, 1);
    CHECK(integrator.n_substeps() == 2 + 14);
    CHECK(system.n_grown == 1);
    CHECK(std::abs(integrator.state().q[0]) < 1);
}

TEST_CASE("A first equilibrium that fails is tried again by a system that is as it was") {
    Growing system(0);
    int n_refused = 0;
    system.admissible = [&](const Vector&) { return n_refused++ > 0; };
    DenseSolver linear;
    ImplicitIntegrator integrator(system, linear, TimeScheme::statics(), exact_enough, {}, 4);
    integrator.begin(0);
    CHECK(system.n_grown == 2);
    CHECK(system.n_committed == 1);
    CHECK(integrator.n_steps() == 0);
    REQUIRE(integrator.state().q.size() == 2);
    CHECK(integrator.state().q[0] == Approx(0.25 / 90));
    CHECK(integrator.state().q[1] == Approx(0.25 / 40));
}

TEST_CASE("The system is saved once a step, and once more for each further part of a cut one") {
    Growing system(10);
    DenseSolver linear;
    ImplicitIntegrator integrator(system, linear, TimeScheme::newmark(0.25, 0.5), exact_enough, {},
                                  4);
    integrator.begin(0);
    integrator.step(0, 0.125);
    CHECK(system.n_saved == 1);
    bool failing = true;
    system.admissible = [&](const Vector&) { return !std::exchange(failing, false); };
    integrator.step(0.125, 0.25);
    CHECK(n_cutbacks(integrator) == 1);
    CHECK(integrator.n_steps() == 3);
    CHECK(system.n_saved == 3);
}

TEST_CASE("A run whose degrees of freedom have changed is restored, and goes on bitwise") {
    const auto go = [](int first, int last, const Archive* from, Archive* to) {
        Growing system(0.5);
        DenseSolver linear;
        ImplicitIntegrator integrator(system, linear, TimeScheme::newmark(0.25, 0.5), exact_enough,
                                      {}, 4);
        if (from)
            integrator.restore(*from, "run", first * 0.125);
        else
            integrator.begin(0);
        for (int step = first; step < last; ++step)
            integrator.step(0.125 * step, 0.125 * (step + 1));
        if (to) integrator.save(*to, "run");
        return integrator.state();
    };
    for (const int middle : {2, 4, 6}) {
        Archive archive;
        go(0, middle, nullptr, &archive);
        const State whole = go(0, 8, nullptr, nullptr), resumed = go(middle, 8, &archive, nullptr);
        CHECK(whole.q == resumed.q);
        CHECK(whole.v == resumed.v);
        CHECK(whole.a == resumed.a);
    }
}
