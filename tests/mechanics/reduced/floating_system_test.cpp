#include <catch2/catch.hpp>
#include <Eigen/Cholesky>
#include <mechanics/reduced/reduced_block.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/solve/implicit_integrator.hpp>
#include <support/small_systems.hpp>
#include <support/weight.hpp>

using namespace sinew;
using namespace sinew::test;

namespace {

struct Momenta {
    Eigen::Vector3d linear, angular;
};

/// Of all nodes, with the consistent mass, about the origin.
Momenta momenta(const FullSpaceSystem& full, const BodySystem& system, const State& state) {
    const Points x = system.positions(state.q);
    Vector p;
    full.mass().multiply(system.velocities(state.q, state.v).reshaped(), p);
    Momenta sum{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
    for (Index i = 0; i < x.cols(); ++i) {
        const Eigen::Vector3d p_i = p.segment<3>(3 * i), x_i = x.col(i);
        sum.linear += p_i;
        sum.angular += x_i.cross(p_i);
    }
    return sum;
}

/// Spins, drifts and vibrates.
State thrown(const FloatingSystem& system) {
    State state = system.initial();
    state.v.head<3>() << 1, 2, 3;
    state.v.segment<3>(3) << 1, -2, 0.5;
    state.q.tail(system.size() - 6) = 3 * noise(system.size() - 6, 8);
    state.v.tail(system.size() - 6) = noise(system.size() - 6, 9);
    return state;
}

/// Parts by which a flight changes what it should keep.
struct Drift {
    double linear = 0, angular = 0, energy = 0;
};

/// Throws the block and lets it fly for some seconds in steps of dt.
Drift drift_in_flight(ReducedBlock& block, double dt, double seconds,
                      const NewtonOptions& options) {
    FloatingSystem system(block.made());
    DenseSolver linear;
    ImplicitIntegrator integrator(system, linear, TimeScheme::newmark(0.25, 0.5), options, {}, 0);
    Archive start;
    integrator.begin(0);
    integrator.save(start, "solver");
    const State state = thrown(system);
    Forces forces;
    const Tangent& mass = system.tangent(state.q, state.v, {1, 0, 0}, Definiteness::exact, &forces);
    const Vector unbalanced = forces.external - forces.internal;
    start.put("solver/q", state.q);
    start.put("solver/v", state.v);
    start.put("solver/a", mass.dense()->ldlt().solve(unbalanced).eval());
    integrator.restore(start, "solver", 0);
    const Momenta before = momenta(block.full, system, state);
    const double energy = system.energies(state.q, state.v).total();
    const int n = int(std::lround(seconds / dt));
    for (int k = 0; k < n; ++k) integrator.step(dt * k, dt * (k + 1));
    const State& end = integrator.state();
    const Momenta after = momenta(block.full, system, end);
    return {(after.linear - before.linear).norm() / before.linear.norm(),
            (after.angular - before.angular).norm() / before.angular.norm(),
            std::abs(system.energies(end.q, end.v).total() / energy - 1)};
}

}  // namespace

TEST_CASE("floating: the kinetic energy is that of the full body's nodes") {
    ReducedBlock block(7);
    FloatingSystem system(block.made());
    REQUIRE(system.size() == 13);
    const Vector v = noise(13, 2);
    Vector q = system.initial().q;
    q.segment<3>(3) << 0.4, -0.7, 1.9;
    q.tail(7) = 5 * noise(7, 3);
    Vector momentum;
    const Vector of_nodes = system.velocities(q, v).reshaped();
    block.full.mass().multiply(of_nodes, momentum);
    CHECK(system.energies(q, v).kinetic == Approx(0.5 * of_nodes.dot(momentum)).epsilon(1e-12));
    Forces forces;
    system.forces(q, v, forces);
    Vector Mv;
    system.apply_mass(v, Mv);
    CHECK(0.5 * v.dot(Mv) == Approx(0.5 * of_nodes.dot(momentum)).epsilon(1e-12));
}

TEST_CASE(
    "floating: its skin moves no farther than it says, and about as far where it only turns") {
    ReducedBlock block(7);
    const FloatingSystem system(block.made());
    const Vector at_rest = system.initial().q;
    const auto farthest = [&](const Vector& from, const Vector& to) {
        return (system.positions(to) - system.positions(from)).colwise().norm().maxCoeff();
    };
    for (unsigned seed = 1; seed < 60; ++seed) {
        const double size = seed % 3 ? 0.1 : 3;
        const Vector from = at_rest + noise(13, seed);
        const Vector to = from + size * noise(13, seed + 100);
        const double moved = farthest(from, to), bound = system.moved_since(from, to).value();
        CHECK(bound >= moved);
        CHECK(bound < 8 * moved);
    }
    Vector turned = at_rest;
    turned.segment<3>(3) << 0, 0, 0.3;
    CHECK(system.moved_since(at_rest, turned).value() >= farthest(at_rest, turned));
    CHECK(system.moved_since(at_rest, turned).value() < 1.5 * farthest(at_rest, turned));
    CHECK(system.moved_since(turned, turned).value() == 0);
}

TEST_CASE("floating: velocities are the rate at which points move along an increment") {
    ReducedBlock block(5);
    FloatingSystem system(block.made());
    const MaterialPoint point{0, 2, {20, 33}, {0.25, 0.75}};
    Vector q = system.initial().q;
    q.segment<3>(3) << 0.4, -0.7, 1.9;
    q.tail(5) = noise(5, 3);
    const Vector v = noise(11, 4);
    double last = 0;
    for (const double h : {1e-2, 5e-3, 2.5e-3}) {
        Vector ahead = q, behind = q;
        system.advance(ahead, h * v);
        system.advance(behind, -h * v);
        const double error =
            ((system.position(point, ahead) - system.position(point, behind)) / (2 * h) -
             system.velocity(point, q, v))
                .norm();
        if (last > 0) CHECK(last / error == Approx(4).epsilon(0.05));
        last = error;
    }
    const Eigen::Vector3d force(1, -2, 3);
    Vector f = Vector::Zero(11);
    system.add_point_force(point, force, q, f);
    CHECK(f.dot(v) == Approx(force.dot(system.velocity(point, q, v))).epsilon(1e-12));
    CHECK((system.point_jacobian(point, q)[0].block * v - system.velocity(point, q, v)).norm() <
          1e-13);
}

TEST_CASE("floating: in flight momenta and energy stay, the more the shorter the step") {
    ReducedBlock block(6, {}, 10);
    Drift last;
    for (const double dt : {4e-3, 2e-3, 1e-3}) {
        CAPTURE(dt);
        NewtonOptions options;
        options.tolerance = 1e-12;
        options.absolute_tolerance = 0;
        const Drift drift = drift_in_flight(block, dt, 0.4, options);
        CHECK(drift.linear < 1e-10);
        UNSCOPED_INFO("angular " << drift.angular << " energy " << drift.energy);
        if (dt == 1e-3) {
            CHECK(drift.angular < 1e-6);
            CHECK(drift.energy < 1e-4);
        }
        if (last.energy > 0) {
            CHECK(last.angular / drift.angular > 3);
            CHECK(last.energy / drift.energy > 3);
        }
        last = drift;
    }
}

TEST_CASE("floating: with one iteration a step momenta and energy stay as well in 2 s of flight") {
    ReducedBlock block(6, {}, 10);
    NewtonOptions one;
    one.iterations = 1;
    one.line_search = false;
    Drift last;
    for (const double dt : {4e-3, 2e-3, 1e-3}) {
        CAPTURE(dt);
        const Drift drift = drift_in_flight(block, dt, 2, one);
        CHECK(drift.linear < 1e-10);
        UNSCOPED_INFO("angular " << drift.angular << " energy " << drift.energy);
        if (dt == 1e-3) {
            CHECK(drift.angular < 5e-6);
            CHECK(drift.energy < 1e-4);
        }
        if (last.energy > 0) CHECK(last.angular / drift.angular > 3);
        last = drift;
    }
}

TEST_CASE("floating: the tangent is symmetric and a secant to the predicted end of the step") {
    const Weight weight(2);
    ReducedBlock block(6, {{}, {&weight}}, 10);
    FloatingSystem system(block.made());
    system.set_damping({0.3, 0});
    const Index n = system.size(), r = n - 6;
    State start = thrown(system);
    start.q.segment<3>(3) << 0.4, -0.7, 1.9;
    start.a = noise(n, 12);
    const double dt = 1e-2;
    system.begin_step(start, 0, dt);
    State iterate;
    const StepEquation equation = TimeScheme::newmark(0.25, 0.5).start(start, dt, iterate);
    const Vector s = dt * start.v + 0.5 * dt * dt * start.a;
    State end = iterate;
    system.advance(end.q, s);
    end.v += equation.c_v * s;
    end.a += equation.c_a * s;

    const auto residual = [&](const State& at) {
        Forces forces;
        system.forces(at.q, at.v, forces);
        Vector inertia, elastic;
        system.apply_mass(at.a, inertia);
        system.reduced_forces().forces(at.q.tail(r), elastic);
        Vector sum = inertia + forces.internal - forces.external;
        sum.tail(r) -= elastic;
        return sum;
    };
    const Vector change = residual(end) - residual(iterate);
    const Eigen::MatrixXd A =
        *system.tangent(iterate.q, iterate.v, equation.weights(), Definiteness::exact, nullptr)
             .dense();
    Eigen::MatrixXd K;
    Vector f;
    system.reduced_forces().forces_and_stiffness(iterate.q.tail(r), Definiteness::exact, f, K);
    Vector found = A * s;
    found.tail(r) -= K * s.tail(r);
    CHECK((found - change).norm() < 1e-10 * change.norm());
    CHECK((A - A.transpose()).norm() < 1e-14 * A.norm());

    INFO("projected, or near the end, it is left out");
    const Eigen::MatrixXd projected = *system
                                           .tangent(iterate.q, iterate.v, equation.weights(),
                                                    Definiteness::psd_projected, nullptr)
                                           .dense();
    const Eigen::MatrixXd near =
        *system.tangent(iterate.q, end.v, equation.weights(), Definiteness::exact, nullptr).dense();
    const Eigen::MatrixXd at_rest =
        *system.tangent(iterate.q, 0 * iterate.v, {1, 0, 0}, Definiteness::exact, nullptr).dense();
    const double mass = equation.c_a + 0.3 * equation.c_v;
    const auto turns = [](const Eigen::MatrixXd& B) { return B.block(3, 3, 3, B.cols() - 3); };
    for (const Eigen::MatrixXd& B : {projected, near})
        CHECK((turns(B) - mass * turns(at_rest)).norm() < 1e-12 * turns(B).norm());
    CHECK((turns(A) - mass * turns(at_rest)).norm() > 1e-6 * turns(A).norm());
}

TEST_CASE("floating: a stiff top that nothing turns precesses as Euler says") {
    // Omega about the axis of symmetry stays, the rest of it goes round at (1 - J3/J1) Omega_3.
    NeoHookean material(1000, 1e6);
    Body body = test::body(box(ElementType::tet4, {2, 2, 4}, {1, 1, 2}, 0), material);
    const BodyParts parts;
    FullSpaceSystem full(body, parts, displacement_forces(body.mesh, material));
    const Eigen::MatrixXd U = softest_modes(full_body(full, {}), 1);
    auto owned =
        std::make_unique<FullSpaceSystem>(body, parts, displacement_forces(body.mesh, material));
    auto forces = std::make_unique<PlainProjection>(owned->assembler(), owned->mass(), U);
    FloatingSystem system({{std::move(owned), parts, std::move(forces), {}, {}}, U});
    const FloatingInertia inertia(body.mesh.positions.colwise() - Eigen::Vector3d(0.5, 0.5, 1), U,
                                  full.mass());
    const double rate = (1 - inertia.J()(2, 2) / inertia.J()(0, 0)) * 2;
    DenseSolver linear;
    NewtonOptions options;
    options.tolerance = 1e-10;
    ImplicitIntegrator integrator(system, linear, TimeScheme::newmark(0.25, 0.5), options, {}, 0);
    integrator.begin(0);
    Archive start;
    integrator.save(start, "solver");
    Vector v = Vector::Zero(7), a = Vector::Zero(7);
    v.segment<3>(3) << 0.5, 0, 2;
    a.segment<3>(3) << 0, -rate * 0.5, 0;
    start.put("solver/v", v);
    start.put("solver/a", a);
    integrator.restore(start, "solver", 0);
    for (int k = 0; k < 500; ++k) integrator.step(2e-3 * k, 2e-3 * (k + 1));
    const Eigen::Vector3d omega = integrator.state().v.segment<3>(3);
    CHECK(omega.z() == Approx(2).epsilon(1e-5));
    CHECK(omega.x() == Approx(0.5 * std::cos(rate)).epsilon(1e-4));
    CHECK(omega.y() == Approx(-0.5 * std::sin(rate)).epsilon(1e-4));
}

TEST_CASE("floating: under gravity the mass centre falls as a point does, and turns with nothing") {
    const Weight weight(2);
    ReducedBlock block(5, {{}, {&weight}});
    FloatingSystem system(block.made());
    DenseSolver linear;
    ImplicitIntegrator integrator(system, linear, TimeScheme::newmark(0.25, 0.5), {}, {}, 0);
    integrator.begin(0);
    const Vector start = integrator.state().q;
    for (int k = 0; k < 10; ++k) integrator.step(0.1 * k, 0.1 * (k + 1));
    const Vector moved = integrator.state().q - start;
    CHECK((moved.head<3>() - Eigen::Vector3d(1, 0, -5)).norm() < 1e-9);
    CHECK(moved.tail(8).norm() < 1e-9);
    const Energies energies = system.energies(integrator.state().q, integrator.state().v);
    CHECK(energies.external + energies.kinetic == Approx(0).margin(1e-6 * energies.kinetic));
}
