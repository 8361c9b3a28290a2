#include <catch2/catch.hpp>
#include <limits>
#include <mechanics/reduced/reduced_block.hpp>
#include <sinew/mechanics/solve/implicit_integrator.hpp>
#include <support/damping.hpp>
#include <support/small_systems.hpp>
#include <support/weight.hpp>

using namespace sinew;
using namespace sinew::test;

TEST_CASE("subspace: in all free degrees of freedom a body moves as in full space") {
    const Rayleigh damping = GENERATE(Rayleigh{0.2, 0}, Rayleigh{0.2, 0.01, Definiteness::exact});
    const StillWall wall;
    const Weight weight(3);
    ReducedBlock block(1000, {{&wall}, {&weight}});
    SubspaceSystem reduced(block.made());
    REQUIRE(reduced.size() == block.full.size() - 3 * 9);
    NewtonOptions options;
    options.tolerance = 1e-12;
    DenseSolver linear, linear_reduced;
    const TimeScheme newmark = TimeScheme::newmark(0.25, 0.5);
    ImplicitIntegrator of_full(block.full, linear, newmark, options, damping, 0);
    ImplicitIntegrator of_reduced(reduced, linear_reduced, newmark, options, damping, 0);
    of_full.begin(0);
    of_reduced.begin(0);
    double largest = 0;
    for (int k = 0; k < 20; ++k) {
        of_full.step(0.05 * k, 0.05 * (k + 1));
        of_reduced.step(0.05 * k, 0.05 * (k + 1));
        const Points x = block.full.positions(of_full.state().q);
        const Points y = reduced.positions(of_reduced.state().q);
        largest = std::max(largest, (x - block.body.mesh.positions).cwiseAbs().maxCoeff());
        CHECK((x - y).cwiseAbs().maxCoeff() < 1e-9);
    }
    CHECK(largest > 0.1);
    const Energies a = block.full.energies(of_full.state().q, of_full.state().v);
    const Energies b = reduced.energies(of_reduced.state().q, of_reduced.state().v);
    CHECK(b.kinetic == Approx(a.kinetic).epsilon(1e-8));
    CHECK(b.elastic == Approx(a.elastic).epsilon(1e-8));
    CHECK(b.external == Approx(a.external).epsilon(1e-8));
    CHECK((block.full.reactions() - reduced.reactions()).norm() <
          1e-6 * block.full.reactions().norm());
}

TEST_CASE(
    "subspace: damping by the PSD-projected stiffness is that of the whole, and feeds nothing in") {
    const StillWall wall;
    ReducedBlock block(1000, {{&wall}, {}});
    SubspaceSystem system(block.made());
    Points crushed = -0.65 * block.body.mesh.positions;  // K has negative eigenvalues here
    crushed.bottomRows(2).setZero();
    Vector f, momentum;
    block.full.mass().multiply(Vector(crushed.reshaped()), momentum);
    const Vector q = block.U.transpose() * momentum;
    const Index n = q.size();
    Eigen::MatrixXd K;
    REQUIRE_FALSE(system.reduced_forces().forces_and_stiffness(q, Definiteness::exact, f, K));
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(K);
    REQUIRE(eigen.eigenvalues()[0] < -0.01 * eigen.eigenvalues()[n - 1]);
    const Vector worst = eigen.eigenvectors().col(0);
    const Vector psd_projected = eigen.eigenvalues().cwiseMax(0);
    for (const Definiteness of : {Definiteness::psd_projected, Definiteness::exact}) {
        system.set_damping({0, 0.5, of});
        begin_step_at(system, q);
        const Vector& expected = of == Definiteness::exact ? eigen.eigenvalues() : psd_projected;
        for (Index k = 0; k < n; ++k)
            CHECK(system.dissipation(eigen.eigenvectors().col(k)) ==
                  Approx(0.25 * expected[k]).margin(1e-10 * expected[n - 1]));
    }
    CHECK(system.dissipation(worst) < 0);
}

TEST_CASE("subspace: a step that begins inverted is an event, wherever it is evaluated") {
    const StillWall wall;
    ReducedBlock block(1000, {{&wall}, {}});
    SubspaceSystem system(block.made());
    Points mirrored = -2 * block.body.mesh.positions;
    mirrored.bottomRows(2).setZero();
    Vector momentum;
    block.full.mass().multiply(Vector(mirrored.reshaped()), momentum);
    const Vector inverted = block.U.transpose() * momentum, rest = Vector::Zero(inverted.size());
    system.set_damping({0, 0.5, GENERATE(Definiteness::psd_projected, Definiteness::exact)});
    begin_step_at(system, inverted);
    CHECK(system.dissipation(rest) == std::numeric_limits<double>::infinity());
    Forces forces;
    for (const Vector& q : {rest, inverted})
        for (const Definiteness definiteness : {Definiteness::exact, Definiteness::psd_projected}) {
            system.tangent(q, rest, {1, 1, 1}, definiteness, &forces);
            CHECK(forces.event.kind == Event::Kind::inverted);
            system.forces(q, rest, forces);
            CHECK(forces.event.kind == Event::Kind::inverted);
        }
    begin_step_at(system, rest);
    system.tangent(rest, rest, {1, 1, 1}, Definiteness::exact, &forces);
    CHECK_FALSE(forces.event);
    CHECK(system.dissipation(rest) == 0);
}

TEST_CASE("subspace: the tangent is the derivative of the residual, damping included") {
    const StillWall wall;
    ReducedBlock block(8, {{&wall}, {}});
    SubspaceSystem system(block.made());
    system.set_damping({0.3, 0.02, GENERATE(Definiteness::psd_projected, Definiteness::exact)});
    const Index n = system.size();
    REQUIRE(n == 8);
    begin_step_at(system, 0.5 * noise(n, 5));
    const Vector q = 0.5 * noise(n), v = noise(n, 2), d = noise(n, 4);
    const TangentWeights weights{2, 3, 5};
    Vector product;
    system.tangent(q, v, weights, Definiteness::exact, nullptr).apply(d, product);
    double last = 0;
    for (const double h : {0.2, 0.1, 0.05}) {
        const auto at = [&](double s) -> Vector {
            Forces forces;
            system.forces(q + s * weights.stiffness * d, v + s * weights.damping * d, forces);
            return s * weights.mass * d + forces.internal - forces.external;
        };
        const double error = ((at(h) - at(-h)) / (2 * h) - product).norm();
        if (last > 0) CHECK(last / error == Approx(4).epsilon(0.1));
        last = error;
    }
    check_dissipation(system);
}

TEST_CASE("subspace: forces on points come back through the rows of U") {
    const StillWall wall;
    ReducedBlock block(5, {{&wall}, {}});
    SubspaceSystem system(block.made());
    const MaterialPoint point{0, 2, {20, 33}, {0.25, 0.75}};
    const Vector q = 0.3 * noise(5), v = noise(5, 3);
    const Vector u = block.U * q;
    const Eigen::Vector3d expected = 0.25 * (block.body.mesh.positions.col(20) + u.segment<3>(60)) +
                                     0.75 * (block.body.mesh.positions.col(33) + u.segment<3>(99));
    CHECK((system.position(point, q) - expected).norm() < 1e-13);
    const Eigen::Vector3d force(1, -2, 3);
    Vector f = Vector::Zero(5);
    system.add_point_force(point, force, q, f);
    CHECK(f.dot(v) == Approx(force.dot(system.velocity(point, q, v))).epsilon(1e-12));
    const auto J = system.point_jacobian(point, q);
    REQUIRE(J.size() == 1);
    CHECK((J[0].block * v - system.velocity(point, q, v)).norm() < 1e-13);
}

TEST_CASE("subspace: its skin moves no farther than it says") {
    const StillWall wall;
    ReducedBlock block(5, {{&wall}, {}});
    const SubspaceSystem system(block.made());
    for (unsigned seed = 1; seed < 40; ++seed) {
        const Vector from = noise(5, seed), to = noise(5, seed + 50);
        const double moved =
            (system.positions(to) - system.positions(from)).colwise().norm().maxCoeff();
        CHECK(system.moved_since(from, to).value() >= moved);
        CHECK(system.moved_since(from, to).value() < 5 * moved);
    }
}

TEST_CASE("subspace: a run goes on bitwise from its checkpoint") {
    const StillWall wall;
    const Weight weight(3);
    ReducedBlock block(6, {{&wall}, {&weight}}, 100);
    const TimeScheme newmark = TimeScheme::newmark(0.25, 0.5);
    SubspaceSystem one(block.made()), two(block.made());
    DenseSolver linear_one, linear_two;
    ImplicitIntegrator unbroken(one, linear_one, newmark, {}, {0.1, 0.02}, 2);
    ImplicitIntegrator continued(two, linear_two, newmark, {}, {0.1, 0.02}, 2);
    unbroken.begin(0);
    Archive checkpoint;
    for (int k = 0; k < 10; ++k) {
        if (k == 5) unbroken.save(checkpoint, "solver");
        unbroken.step(0.1 * k, 0.1 * (k + 1));
    }
    continued.restore(checkpoint, "solver", 0.5);
    for (int k = 5; k < 10; ++k) continued.step(0.1 * k, 0.1 * (k + 1));
    CHECK(continued.state().q == unbroken.state().q);
    CHECK(continued.state().v == unbroken.state().v);
    CHECK(continued.state().a == unbroken.state().a);
}
