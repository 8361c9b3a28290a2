#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/stopped.hpp>
#include <sinew/kernel/run/stop_signal.hpp>
#include <sinew/mechanics/solve/implicit_integrator.hpp>
#include <support/n_cutbacks.hpp>
#include <support/send_stop.hpp>

#include "support/small_systems.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const NewtonOptions tight{.tolerance = 1e-13};

/// Error at time 1 of q'' + 25 q = 0 from q = 1, v = 2.
double oscillator_error(const TimeScheme& scheme, int n_steps) {
    EnergySystem system;
    make_oscillator(system, 2, 50, 0, 1, 2);
    DenseSolver linear;
    ImplicitIntegrator integrator(system, linear, scheme, tight, {}, 4);
    integrator.begin(0);
    const double dt = 1.0 / n_steps;
    for (int k = 0; k < n_steps; ++k) integrator.step(k * dt, (k + 1) * dt);
    return std::abs(integrator.state().q[0] - (std::cos(5.0) + 2.0 / 5 * std::sin(5.0)));
}

double order(const TimeScheme& scheme) {
    return std::log2(oscillator_error(scheme, 400) / oscillator_error(scheme, 800));
}

/// A spring that hardens within a limited domain: |q| < 1, f = q / (1 - q^2).
void make_hardening(EnergySystem& system) {
    make_oscillator(system, 1, 1, 0, 0, 0);
    system.admissible = [](const Vector& q) { return std::abs(q[0]) < 1; };
    system.energy = [](const Vector& q) { return -0.5 * std::log(1 - q[0] * q[0]); };
    system.gradient = [](const Vector& q) {
        return Vector(Vector::Constant(1, q[0] / (1 - q[0] * q[0])));
    };
    system.hessian = [](const Vector& q) {
        const double s = 1 - q[0] * q[0];
        return Eigen::MatrixXd(Eigen::MatrixXd::Constant(1, 1, (1 + q[0] * q[0]) / (s * s)));
    };
}

}  // namespace

TEST_CASE("Implicit Euler is of order 1 and Newmark's average acceleration of order 2") {
    CHECK(order(TimeScheme::implicit_euler()) == Approx(1).margin(0.1));
    CHECK(order(TimeScheme::newmark(0.25, 0.5)) == Approx(2).margin(0.05));
    CHECK(order(TimeScheme::newmark(1.0 / 6, 0.5)) == Approx(2).margin(0.05));
    CHECK(order(TimeScheme::newmark(0.36, 0.7)) == Approx(1).margin(0.1));
}

TEST_CASE("Average acceleration keeps the energy of a linear oscillator") {
    EnergySystem system;
    make_oscillator(system, 2, 50, 0, 1, 2);
    DenseSolver linear;
    ImplicitIntegrator integrator(system, linear, TimeScheme::newmark(0.25, 0.5), tight, {}, 4);
    integrator.begin(0);
    const double before = system.energies(integrator.state().q, integrator.state().v).total();
    for (int k = 0; k < 1000; ++k) integrator.step(0.1 * k, 0.1 * (k + 1));
    const double after = system.energies(integrator.state().q, integrator.state().v).total();
    CHECK(after == Approx(before).epsilon(1e-9));
}

TEST_CASE("Rayleigh damping decays an oscillator as its closed form does") {
    EnergySystem system;
    make_oscillator(system, 1, 25, 0, 1, 0);
    DenseSolver linear;
    // D = 0.4 m + 0.02 k = 0.9: decay rate 0.45.
    ImplicitIntegrator integrator(system, linear, TimeScheme::newmark(0.25, 0.5), tight,
                                  {0.4, 0.02}, 4);
    integrator.begin(0);
    const int n = 2000;
    for (int k = 0; k < n; ++k) integrator.step(2.0 * k / n, 2.0 * (k + 1) / n);
    const double rate = 0.45, omega = std::sqrt(25 - rate * rate), t = 2;
    const double exact =
        std::exp(-rate * t) * (std::cos(omega * t) + rate / omega * std::sin(omega * t));
    CHECK(integrator.state().q[0] == Approx(exact).epsilon(1e-4));
}

TEST_CASE("A prescribed degree of freedom drives its neighbour as the closed form says") {
    // m q'' + k (q - s(t)) = 0 with s = sin(2 t), k/m = 25: q = 25/21 (sin 2t - 0.4 sin 5t).
    EnergySystem system;
    make_oscillator(system, 1, 1, 0, 0, 0);
    Eigen::MatrixXd K(2, 2);
    K << 25, -25, -25, 25;
    system.M = Eigen::MatrixXd::Identity(2, 2);
    system.q0 = Vector::Zero(2);
    system.v0 = Eigen::Vector2d(2, 0);
    system.energy = [K](const Vector& q) { return 0.5 * q.dot(K * q); };
    system.gradient = [K](const Vector& q) { return Vector(K * q); };
    system.hessian = [K](const Vector&) { return K; };
    system.constrain = [](double t, Prescribed& prescribed) {
        prescribed.dofs = {0};
        prescribed.q = Vector::Constant(1, std::sin(2 * t));
        prescribed.v = Vector::Constant(1, 2 * std::cos(2 * t));
        prescribed.a = Vector::Constant(1, -4 * std::sin(2 * t));
    };
    auto error = [&](int n) {
        DenseSolver linear;
        ImplicitIntegrator integrator(system, linear, TimeScheme::newmark(0.25, 0.5), tight, {}, 4);
        integrator.begin(0);
        for (int k = 0; k < n; ++k) integrator.step(1.0 * k / n, 1.0 * (k + 1) / n);
        CHECK(integrator.state().q[0] == std::sin(2.0));
        CHECK(integrator.state().v[0] == 2 * std::cos(2.0));
        return std::abs(integrator.state().q[1] -
                        25.0 / 21 * (std::sin(2.0) - 0.4 * std::sin(5.0)));
    };
    CHECK(std::log2(error(200) / error(400)) == Approx(2).margin(0.05));
}

TEST_CASE("A failed step is cut, carried on in shorter ones, and the next clock step is whole") {
    EnergySystem system;
    make_oscillator(system, 1, 25, 0, 1, 0);
    // Iterates of the step to 0.4 fail unless it is at most a quarter of 0.1.
    DenseSolver linear;
    double last_time = 0.3;
    bool failed = false;
    system.admissible = [&](const Vector&) {
        const bool hard = system.time > 0.3 && system.time <= 0.4 + 1e-12;
        if (!hard || system.time - last_time < 0.026) {
            return true;
        }
        failed = true;
        return false;
    };
    ImplicitIntegrator integrator(system, linear, TimeScheme::newmark(0.25, 0.5), tight, {}, 4);
    integrator.begin(0);
    for (int k = 0; k < 3; ++k) integrator.step(0.1 * k, 0.1 * (k + 1));
    const int before = system.n_committed;
    system.load = [&](double) {
        if (system.n_committed > before) last_time = 0.3 + 0.025 * (system.n_committed - before);
        return Vector(Vector::Zero(1));
    };
    integrator.step(0.3, 0.4);
    CHECK(failed);
    CHECK(n_cutbacks(integrator) >= 2);
    CHECK(system.n_committed - before == 4);
    const long cuts = n_cutbacks(integrator);
    integrator.step(0.4, 0.5);
    CHECK(n_cutbacks(integrator) == cuts);
}

TEST_CASE("The first step that is cut is reported at once, and all of them at the end") {
    EnergySystem system;
    make_oscillator(system, 1, 25, 0, 1, 0);
    double longest = 0.03, last_time = 0;
    system.admissible = [&](const Vector&) { return system.time - last_time < longest; };
    DenseSolver linear;
    ImplicitIntegrator integrator(system, linear, TimeScheme::newmark(0.25, 0.5), tight, {}, 4);
    std::vector<Diagnostic> told;
    integrator.on_first_cut([&](const Diagnostic& note) { told.push_back(note); });
    integrator.begin(0);
    system.load = [&](double) {
        last_time = 0.025 * system.n_committed - 0.025;
        return Vector(Vector::Zero(1));
    };
    integrator.step(0, 0.1);
    integrator.step(0.1, 0.2);
    REQUIRE(told.size() == 1);
    CHECK_THAT(told[0].message,
               Catch::Contains("the step of 0.1 s at time 0 s is cut in half, since an element was "
                               "inverted: element 3 of /small is inverted"));
    const auto summary = integrator.cut_summary();
    REQUIRE(summary);
    CHECK_THAT(summary->message,
               Catch::Contains(std::to_string(n_cutbacks(integrator)) + " steps were cut"));
}

TEST_CASE("A signal leaves a step in the state at its start, and the step goes on bitwise") {
    const bool is_cut = GENERATE(false, true);
    const auto run = [&](int signal_at) {
        EnergySystem system;
        make_hardening(system);
        system.load = [](double t) { return Vector(Vector::Constant(1, 20 * t)); };
        int n = 0;
        bool is_armed = false;
        const auto gradient = system.gradient;
        system.gradient = [&, gradient](const Vector& q) {
            if (is_armed && ++n == signal_at) test::send_stop();
            return gradient(q);
        };
        system.admissible = [is_cut, &system](const Vector& q) {
            return std::abs(q[0]) < 1 && !(is_cut && system.time > 0.19);
        };
        const StopSignal stop;
        const Interruptible interruptible;
        DenseSolver linear;
        ImplicitIntegrator integrator(system, linear, TimeScheme::newmark(0.25, 0.5), tight, {}, 4);
        integrator.begin(0);
        integrator.step(0, 0.1);
        const State good = integrator.state();
        if (signal_at > 0) {
            is_armed = true;
            CHECK_THROWS_AS(integrator.step(0.1, 0.2), Stopped);
            is_armed = false;
            CHECK(n >= signal_at);
            CHECK(integrator.state().q == good.q);
            CHECK(integrator.state().v == good.v);
            CHECK(integrator.state().a == good.a);
            CHECK(system.time == 0.1);
        }
        const StopSignal anew;  // no signal has come
        system.admissible = [](const Vector& q) { return std::abs(q[0]) < 1; };
        integrator.step(0.1, 0.2);
        return integrator.state();
    };
    const State unbroken = run(0), stopped = run(2);
    CHECK(unbroken.q == stopped.q);
    CHECK(unbroken.v == stopped.v);
}

TEST_CASE("Nobody leaves a computation for a signal unless its owner is ready for it") {
    const StopSignal stop;
    test::send_stop();
    CHECK_NOTHROW(leave_if_stopped());
    const Interruptible interruptible;
    CHECK_THROWS_AS(leave_if_stopped(), Stopped);
}

TEST_CASE(
    "A step that fails for good names body, element and time and leaves the last good state") {
    EnergySystem system;
    make_oscillator(system, 1, 25, 0, 1, 0);
    system.admissible = [&](const Vector&) { return system.time < 0.15; };
    DenseSolver linear;
    ImplicitIntegrator integrator(system, linear, TimeScheme::newmark(0.25, 0.5), tight, {}, 4);
    integrator.begin(0);
    integrator.step(0, 0.1);
    const State good = integrator.state();
    try {
        integrator.step(0.1, 0.2);
        FAIL("the step must fail");
    } catch (const ComputationError& error) {
        CHECK_THAT(error.what(), Catch::Contains("at time 0.14") &&
                                     Catch::Contains("element 3 of /small is inverted"));
    }
    CHECK(integrator.state().q == good.q);
    CHECK(integrator.state().v == good.v);
}

TEST_CASE("A static sequence follows its load, and cuts an increment that is too large") {
    // A chain whose end is pulled round by its hand: each position must be an equilibrium.
    EnergySystem system;
    make_chain(system, 3, 100.0, 1.0);
    system.constrain = [](double t, Prescribed& prescribed) {
        prescribed.dofs = {0, 1, 2, 6, 7, 8};
        prescribed.q = Vector::Zero(6);
        prescribed.q[3] = 2.2 * std::cos(t);
        prescribed.q[4] = 2.2 * std::sin(t);
        prescribed.v = prescribed.a = Vector::Zero(6);
    };
    // The middle mass must not go farther than 1.2 from where it last was at rest.
    const ImplicitIntegrator* running = nullptr;
    system.admissible = [&](const Vector& q) {
        return !running || (q - running->state().q).segment<3>(3).norm() < 1.2;
    };
    for (int i = 1; i < 3; ++i) system.q0[3 * i] *= 1.1;
    DenseSolver linear;
    NewtonOptions options = tight;
    ImplicitIntegrator integrator(system, linear, TimeScheme::statics(), options, {}, 8);
    integrator.begin(0);
    CHECK(integrator.state().q[3] == Approx(1.1));
    running = &integrator;
    integrator.step(0, 3.0);  // nearly half a turn at once
    CHECK(n_cutbacks(integrator) > 0);
    CHECK(integrator.state().q[3] == Approx(1.1 * std::cos(3.0)));
    CHECK(integrator.state().q[4] == Approx(1.1 * std::sin(3.0)));
}

TEST_CASE("A first equilibrium that Newton cannot reach at once is ramped") {
    // The load 50 needs q = 0.99.
    EnergySystem system;
    make_hardening(system);
    system.load = [](double) { return Vector(Vector::Constant(1, 50.0)); };
    NewtonOptions options = tight;
    options.max_iterations = 4;  // too few for the whole load
    DenseSolver linear;
    ImplicitIntegrator integrator(system, linear, TimeScheme::statics(), options, {}, 8);
    integrator.begin(0);
    const double q = integrator.state().q[0];
    CHECK(q / (1 - q * q) == Approx(50.0));
    CHECK(n_cutbacks(integrator) > 0);
}

TEST_CASE(
    "A load that jumps is ramped in one step that lasts from the last success to the clock's") {
    struct Recording final : EnergySystem {
        bool begin_step(State&, double t, double dt) override {
            last_step = {t, dt};
            return false;
        }
        std::pair<double, double> last_step;
    } system;
    make_hardening(system);
    system.load = [](double t) { return Vector(Vector::Constant(1, t > 0.3 ? 50.0 : 0.0)); };
    NewtonOptions options = tight;
    options.max_iterations = 4;
    DenseSolver linear;
    ImplicitIntegrator integrator(system, linear, TimeScheme::statics(), options, {}, 8);
    integrator.begin(0);
    integrator.step(0, 1);
    const double q = integrator.state().q[0];
    CHECK(q / (1 - q * q) == Approx(50.0));
    CHECK(system.last_step.first == Approx(0.3).margin(1.0 / 256));
    CHECK(system.last_step.first + system.last_step.second == 1.0);
}

TEST_CASE("A load without equilibrium is said to be too large, with advice") {
    EnergySystem system;
    make_oscillator(system, 1, 1, 0, 0, 0);
    // f = sin q never exceeds 1.
    system.energy = [](const Vector& q) { return 1 - std::cos(q[0]); };
    system.gradient = [](const Vector& q) { return Vector(Vector::Constant(1, std::sin(q[0]))); };
    system.hessian = [](const Vector& q) {
        return Eigen::MatrixXd(Eigen::MatrixXd::Constant(1, 1, std::cos(q[0])));
    };
    system.load = [](double t) { return Vector(Vector::Constant(1, 2 * t)); };
    DenseSolver linear;
    ImplicitIntegrator integrator(system, linear, TimeScheme::statics(), tight, {}, 6);
    integrator.begin(0);
    try {
        integrator.step(0, 1);
        FAIL("there is no equilibrium");
    } catch (const ComputationError& error) {
        CHECK_THAT(
            error.diagnostic().message,
            Catch::Contains("load too large for static convergence") && Catch::Contains("/small"));
        CHECK_FALSE(error.diagnostic().remedy.empty());
    }
    CHECK(integrator.state().q[0] == Approx(0).margin(1e-12));
}

TEST_CASE("A restored integrator goes on bitwise as the unbroken one") {
    auto run = [](int first, int last, Archive* from, Archive* to) {
        EnergySystem system;
        make_chain(system, 5, 80.0, 0.5);
        system.v0[13] = 1.7;
        constrain_at(system, {0, 1, 2}, Vector::Zero(3));
        DenseSolver linear;
        ImplicitIntegrator integrator(system, linear, TimeScheme::newmark(0.25, 0.5), {},
                                      {0.1, 0.001}, 4);
        const double dt = 0.01;
        if (from)
            integrator.restore(*from, "solver", first * dt);
        else
            integrator.begin(0);
        for (int k = first; k < last; ++k) integrator.step(k * dt, (k + 1) * dt);
        if (to) integrator.save(*to, "solver");
        return integrator.state();
    };
    Archive middle;
    const State unbroken = run(0, 40, nullptr, nullptr);
    run(0, 17, nullptr, &middle);
    const State continued = run(17, 40, &middle, nullptr);
    CHECK(unbroken.q == continued.q);
    CHECK(unbroken.v == continued.v);
    CHECK(unbroken.a == continued.a);
}
