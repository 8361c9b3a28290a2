#include <catch2/catch.hpp>
#include <limits>
#include <sinew/mechanics/solve/newton.hpp>

#include "support/small_systems.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const StepEquation statics{};

}  // namespace

TEST_CASE("Newton's method converges quadratically on a stretched chain under a load") {
    EnergySystem system;
    make_chain(system, 4, 100.0, 1.0);
    constrain_at(system, {0, 1, 2}, Vector::Zero(3));
    system.load = [](double) {
        Vector f = Vector::Zero(12);
        f[9] = 40;
        f[10] = 10;
        return f;
    };
    system.move_to(0);
    DenseSolver linear;
    NewtonOptions options;
    options.tolerance = 1e-13;
    Newton newton(options, linear);
    State state = system.initial();
    // A stretched start: springs at rest length have no stiffness across.
    for (int i = 1; i < 4; ++i) state.q[3 * i] *= 1.3;
    const NewtonOutcome outcome = newton.solve(system, statics, state);
    REQUIRE_FALSE(outcome.event);
    // The order p of |r_k+1| = C |r_k|^p from three iterates above round-off.
    const auto& r = outcome.residuals;
    double best = 0;
    for (std::size_t k = 2; k < r.size(); ++k)
        if (r[k] > 1e-12 && r[k - 1] < 1)
            best = std::max(best, std::log(r[k] / r[k - 1]) / std::log(r[k - 1] / r[k - 2]));
    CAPTURE(r);
    CHECK(best > 1.8);
    Vector residual = system.gradient(state.q) - system.load(0);
    CHECK(residual.tail(9).norm() < 1e-11);
}

TEST_CASE("A line search rescues Newton's method where full increments diverge") {
    // U = sqrt(1 + q^2): full Newton increments map q to -q^3.
    EnergySystem system;
    make_oscillator(system, 1, 1, 0, 3.0, 0);
    system.energy = [](const Vector& q) { return std::sqrt(1 + q[0] * q[0]); };
    system.gradient = [](const Vector& q) {
        return Vector(Vector::Constant(1, q[0] / std::sqrt(1 + q[0] * q[0])));
    };
    system.hessian = [](const Vector& q) {
        return Eigen::MatrixXd(Eigen::MatrixXd::Constant(1, 1, std::pow(1 + q[0] * q[0], -1.5)));
    };
    system.move_to(0);
    DenseSolver linear;
    NewtonOptions options;
    SECTION("with it the minimum is found") {
        Newton newton(options, linear);
        State state = system.initial();
        CHECK_FALSE(newton.solve(system, statics, state).event);
        CHECK(std::abs(state.q[0]) < 1e-6);
        CHECK(newton.counts().shortened > 0);
    }
    SECTION("without it the increments grow and the failure says so") {
        options.line_search = false;
        options.max_iterations = 4;
        Newton newton(options, linear);
        State state = system.initial();
        const Event event = newton.solve(system, statics, state).event;
        CHECK(event.kind == Event::Kind::not_converged);
        CHECK_THAT(event.describe(), Catch::Contains("/small did not converge (Newton's method"));
    }
}

TEST_CASE(
    "A stiff spring turns in few full steps, the first of which is taken as a watchdog step") {
    // Along the tangent a turn stretches the spring: the first step makes the residual far larger.
    EnergySystem system;
    make_chain(system, 2, 1e4, 1.0);
    constrain_at(system, {0, 1, 2}, Vector::Zero(3));
    const double share = 10 * std::sqrt(0.5);
    system.load = [=](double) {
        Vector f = Vector::Zero(6);
        f[3] = share;
        f[4] = -share;
        return f;
    };
    system.move_to(0);
    DenseSolver linear;
    NewtonOptions options;
    options.tolerance = 1e-10;
    Newton newton(options, linear);
    State state = system.initial();
    state.q[3] = 1 + 10 / 1e4;  // at rest under a force of 10 N along x
    const NewtonOutcome outcome = newton.solve(system, statics, state);
    REQUIRE_FALSE(outcome.event);
    CAPTURE(outcome.residuals);
    CHECK(outcome.residuals[1] > 100 * outcome.residuals[0]);
    CHECK(outcome.iterations <= 8);
    CHECK(newton.counts().shortened == 0);
    CHECK(state.q[3] == Approx(1.001 * std::sqrt(0.5)));
    CHECK(state.q[4] == Approx(-1.001 * std::sqrt(0.5)));
}

TEST_CASE("An inadmissible state is never accepted, with or without line search") {
    for (const bool search : {true, false}) {
        EnergySystem system;
        // U = q - ln q, defined for q > 0; from q = 10 a full increment goes to q < 0.
        make_oscillator(system, 1, 1, 0, 10.0, 0);
        system.admissible = [](const Vector& q) { return q[0] > 0; };
        system.energy = [](const Vector& q) { return q[0] - std::log(q[0]); };
        system.gradient = [](const Vector& q) { return Vector(Vector::Constant(1, 1 - 1 / q[0])); };
        system.hessian = [](const Vector& q) {
            return Eigen::MatrixXd(Eigen::MatrixXd::Constant(1, 1, 1 / (q[0] * q[0])));
        };
        system.move_to(0);
        DenseSolver linear;
        NewtonOptions options;
        options.line_search = search;
        Newton newton(options, linear);
        State state = system.initial();
        CHECK_FALSE(newton.solve(system, statics, state).event);
        CHECK(state.q[0] == Approx(1.0));
    }
}

TEST_CASE("No iterate goes beyond the step in which nothing passes through anything") {
    // A weight above a floor at 0 whose barrier is felt on both sides: below it, energy falls too.
    struct Floor final : EnergySystem, Couplings {
        Couplings* couplings() override { return this; }
        double largest_step(const Vector& q, const Vector& dq) override {
            const double end = q[0] + dq[0];
            return end > 0 ? 1 : -0.9 * q[0] / dq[0];
        }
        std::string obstruction() const override { return "the floor"; }
        bool update_lagged(const Vector&, const Vector&) override { return false; }
    };
    const auto ends_at = [](EnergySystem& system) {
        system.M = Eigen::MatrixXd::Identity(1, 1);
        system.q0 = system.v0 = Vector::Zero(1);
        system.energy = [](const Vector& q) { return 10 * q[0] - std::log(std::abs(q[0])); };
        system.gradient = [](const Vector& q) { return Vector::Constant(1, 10 - 1 / q[0]); };
        system.hessian = [](const Vector& q) {
            return Eigen::MatrixXd::Constant(1, 1, 1 / (q[0] * q[0]));
        };
        system.move_to(0);
        DenseSolver linear;
        Newton newton({}, linear);
        State state{Vector::Constant(1, 1), Vector::Zero(1), Vector::Zero(1)};
        const NewtonOutcome outcome = newton.solve(system, statics, state);
        return outcome.event ? std::numeric_limits<double>::quiet_NaN() : state.q[0];
    };
    Floor floor;
    CHECK(ends_at(floor) == Approx(0.1).epsilon(1e-6));
    EnergySystem open;  // the same without a bound goes through
    CHECK_FALSE(ends_at(open) == Approx(0.1).epsilon(1e-6));
}

TEST_CASE("A start that no shortening makes admissible fails with element, body and value") {
    EnergySystem system;
    make_oscillator(system, 1, 1, 0, 1.0, 0);
    system.admissible = [](const Vector&) { return false; };
    system.move_to(0);
    DenseSolver linear;
    Newton newton({}, linear);
    State state = system.initial();
    const Event event = newton.solve(system, statics, state).event;
    CHECK(event.kind == Event::Kind::inverted);
    CHECK(event.describe() == "element 3 of /small is inverted (det F = -0.5)");
}

TEST_CASE(
    "A compressed chain buckles: the PSD-projected tangent is asked for, then the exact one") {
    EnergySystem system;
    make_chain(system, 3, 100.0, 1.0);
    Vector ends(6);
    ends << 0, 0, 0, 1.2, 0, 0;  // two springs of length 1 between points 1.2 apart
    constrain_at(system, {0, 1, 2, 6, 7, 8}, ends);
    // The last node moves from 2 to 1.2; a nudge says to which side the middle goes.
    system.load = [](double) {
        Vector f = Vector::Zero(9);
        f[4] = 0.01;
        return f;
    };
    system.psd_projected_hessian = [h = system.psd_projected_hessian](const Vector& q) {
        return Eigen::MatrixXd(h(q) + 1e-3 * Eigen::MatrixXd::Identity(9, 9));
    };
    system.move_to(0);
    DenseSolver linear;
    NewtonOptions options;
    options.max_iterations = 100;
    options.tolerance = 1e-10;
    Newton newton(options, linear);
    State state = system.initial();
    const NewtonOutcome outcome = newton.solve(system, statics, state);
    REQUIRE_FALSE(outcome.event);
    CHECK(newton.counts().psd_projected > 0);
    CHECK(state.q[6] == 1.2);
    // The springs are at rest length but for the nudge: height sqrt(1 - 0.36).
    CHECK(state.q[3] == Approx(0.6));
    CHECK(state.q[4] == Approx(0.8).epsilon(1e-3));
    const auto& r = outcome.residuals;
    CHECK(r[r.size() - 1] < 1e-3 * r[r.size() - 2]);  // the last iterations were exact
}

namespace {

/// U = x^2/2 + 25 (y^2 - 1)^2, started beside the saddle between its wells, where residuals grow on
/// the way down. The stand-in for its Hessian is five times as stiff.
void make_two_wells(EnergySystem& system) {
    make_oscillator(system, 1, 1, 0, 0, 0);
    system.M = Eigen::MatrixXd::Identity(2, 2);
    system.q0 = Eigen::Vector2d(1, 0.1);
    system.v0 = Vector::Zero(2);
    const auto curvature = [](double y) { return 100 * (3 * y * y - 1); };
    system.energy = [](const Vector& q) {
        return 0.5 * q[0] * q[0] + 25 * std::pow(q[1] * q[1] - 1, 2);
    };
    system.gradient = [](const Vector& q) {
        return Vector(Eigen::Vector2d(q[0], 100 * q[1] * (q[1] * q[1] - 1)));
    };
    system.hessian = [curvature](const Vector& q) {
        return Eigen::MatrixXd(Eigen::Vector2d(1, curvature(q[1])).asDiagonal());
    };
    system.psd_projected_hessian = [curvature](const Vector& q) {
        return Eigen::MatrixXd(
            5 * Eigen::Vector2d(1, std::abs(curvature(q[1]))).asDiagonal().toDenseMatrix());
    };
    system.move_to(0);
}

}  // namespace

TEST_CASE("The exact tangent ends the creeping along a PSD-projected one that is too stiff") {
    EnergySystem system;
    make_two_wells(system);
    DenseSolver linear;
    Newton newton({}, linear);
    State state = system.initial();
    const NewtonOutcome outcome = newton.solve(system, statics, state);
    CAPTURE(outcome.residuals);
    REQUIRE_FALSE(outcome.event);
    CHECK((state.q - Eigen::Vector2d(0, 1)).norm() < 1e-6);
    // Along the PSD-projected tangent alone the error falls by a fifth an iteration: 60 of them and
    // more.
    CHECK(outcome.iterations < 20);
}

TEST_CASE(
    "Increments are lengthened while the derivative stays negative: a saddle is left in few") {
    EnergySystem system;
    make_two_wells(system);
    system.q0 = Eigen::Vector2d(0, 1e-4);
    // Twenty times too stiff: full increments would grow y by a twentieth, 170 times and more.
    system.psd_projected_hessian = [](const Vector&) {
        return Eigen::MatrixXd(2000 * Eigen::MatrixXd::Identity(2, 2));
    };
    DenseSolver linear;
    NewtonOptions options;
    options.max_iterations = 200;
    Newton newton(options, linear);
    State state = system.initial();
    const NewtonOutcome outcome = newton.solve(system, statics, state);
    REQUIRE_FALSE(outcome.event);
    CHECK((state.q - Eigen::Vector2d(0, 1)).norm() < 1e-6);
    CHECK(outcome.iterations < 40);
}

TEST_CASE("Without a potential, a step on which the forces go on pulling onwards is taken") {
    EnergySystem system;
    make_two_wells(system);
    system.is_conservative = false;
    DenseSolver linear;
    Newton newton({}, linear);
    State state = system.initial();
    const NewtonOutcome outcome = newton.solve(system, statics, state);
    CAPTURE(outcome.residuals);
    REQUIRE_FALSE(outcome.event);
    CHECK((state.q - Eigen::Vector2d(0, 1)).norm() < 1e-6);
}

TEST_CASE("A damped step is accepted by the potential with all of its dissipation, and no more") {
    // Along x the residual is -1 + s + b s^4 at a share s of the first increment, and the potential
    // changes by -1/2 + b/5, 0.45 of which are v'D v/(2 c_v). The saddle in y asks for the
    // PSD-projected tangent, so that no increment is taken as a watchdog step.
    const auto example = GENERATE(std::pair{1.5, true}, std::pair{3.0, false});
    const double b = example.first;
    const bool taken = example.second;
    CAPTURE(b);
    EnergySystem system;
    system.M = Eigen::Vector2d(0.1, 1e-6).asDiagonal();
    system.q0 = system.v0 = Vector::Zero(2);
    system.energy = [b](const Vector& q) { return b / 5 * std::pow(q[0], 5) - 50 * q[1] * q[1]; };
    system.gradient = [b](const Vector& q) {
        return Vector(Eigen::Vector2d(b * std::pow(q[0], 4), -100 * q[1]));
    };
    const auto curvature = [b](const Vector& q) { return 4 * b * std::pow(q[0], 3); };
    system.hessian = [curvature](const Vector& q) {
        return Eigen::MatrixXd(Eigen::Vector2d(curvature(q), -100).asDiagonal());
    };
    system.psd_projected_hessian = [curvature](const Vector& q) {
        return Eigen::MatrixXd(Eigen::Vector2d(curvature(q), 0).asDiagonal());
    };
    system.load = [](double) { return Vector(Eigen::Vector2d(1, 0)); };
    system.set_damping({2.25, 0});  // c_v D = 4 * 2.25 * 0.1 = 0.9 along x, and c_a M = 0.1
    system.move_to(0);
    DenseSolver linear;
    NewtonOptions options;
    options.max_iterations = 1;
    Newton newton(options, linear);
    State state = system.initial();
    const NewtonOutcome outcome = newton.solve(system, {4, 1}, state);
    REQUIRE(newton.counts().psd_projected > 0);
    REQUIRE(outcome.residuals.size() == 2);
    CHECK(outcome.residuals[0] == Approx(1));
    CHECK(newton.counts().shortened == (taken ? 0 : 1));
    if (taken)
        CHECK(outcome.residuals[1] == Approx(b));
    else
        CHECK(outcome.residuals[1] < 1);
}

TEST_CASE("Without a definite tangent Newton's method gives up with not_definite") {
    EnergySystem system;
    make_oscillator(system, 1, -1, 0, 1.0, 0);
    system.move_to(0);
    DenseSolver linear;
    Newton newton({}, linear);
    State state = system.initial();
    CHECK(newton.solve(system, statics, state).event.kind == Event::Kind::not_definite);
}

TEST_CASE(
    "Prescribed degrees of freedom arrive exactly and the first solve answers to their motion") {
    // A linear chain along x: one iteration must do, whatever the ends travel.
    EnergySystem system;
    make_oscillator(system, 1, 1, 0, 0, 0);
    Eigen::MatrixXd K(3, 3);
    K << 2, -1, 0, -1, 2, -1, 0, -1, 2;
    system.M = Eigen::MatrixXd::Identity(3, 3);
    system.q0 = system.v0 = Vector::Zero(3);
    system.energy = [K](const Vector& q) { return 0.5 * q.dot(K * q); };
    system.gradient = [K](const Vector& q) { return Vector(K * q); };
    system.hessian = [K](const Vector&) { return K; };
    constrain_at(system, {0, 2}, Eigen::Vector2d(0.1, 0.3));
    system.move_to(0);
    DenseSolver linear;
    Newton newton({}, linear);
    State state = system.initial();
    const NewtonOutcome outcome = newton.solve(system, statics, state);
    REQUIRE_FALSE(outcome.event);
    CHECK(outcome.iterations == 1);
    CHECK(state.q[0] == 0.1);
    CHECK(state.q[2] == 0.3);
    CHECK(state.q[1] == Approx(0.2));
}

TEST_CASE("A number of iterations is done, or fewer if they have converged before") {
    const auto iterations = [](double cubic, int asked) {
        EnergySystem system;
        make_oscillator(system, 1, 1, cubic, 1.0, 0);
        system.move_to(0);
        DenseSolver linear;
        NewtonOptions options;
        options.iterations = asked;
        options.line_search = false;
        Newton newton(options, linear);
        State state = system.initial();
        const NewtonOutcome outcome = newton.solve(system, statics, state);
        CHECK_FALSE(outcome.event);
        return outcome.iterations;
    };
    CHECK(iterations(10, 1) == 1);
    CHECK(iterations(10, 3) == 3);  // not there yet, and taken as it is
    CHECK(iterations(0, 3) == 1);   // linear: there after the first
}

TEST_CASE("A residual that round-off alone makes counts as converged") {
    EnergySystem system;
    make_oscillator(system, 1, 1e9, 0, 1.0, 0);
    // Around q = 1 the force carries round-off of 1e9 * 1e-16: no tolerance below can be met.
    system.gradient = [](const Vector& q) {
        return Vector(Vector::Constant(1, 1e9 * (q[0] - 1) + 1e-7 * std::sin(1e18 * q[0])));
    };
    system.load = [](double) { return Vector(Vector::Constant(1, 1e-3)); };
    system.move_to(0);
    DenseSolver linear;
    NewtonOptions options;
    options.tolerance = 1e-14;
    options.absolute_tolerance = 0;
    Newton newton(options, linear);
    State state = system.initial();
    CHECK_FALSE(newton.solve(system, statics, state).event);
}
