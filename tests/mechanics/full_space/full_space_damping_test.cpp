#include <catch2/catch.hpp>
#include <sinew/mechanics/solve/implicit_integrator.hpp>
#include <support/damping.hpp>

#include "full_space_scene.hpp"
#include "support/small_systems.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("full space: stiffness-proportional damping is beta K v") {
    Scene scene;
    const Index n = scene.system.size();
    const Vector q = 0.02 * test::noise(n), v = test::noise(n, 2);
    Forces without, with;
    scene.system.forces(q, v, without);
    scene.system.set_damping({0, 0.25});
    begin_step_at(scene.system, q);
    scene.system.forces(q, v, with);
    Vector Kv;
    scene.system.tangent(q, v, {0, 0, 1}, Definiteness::exact, nullptr).apply(v, Kv);
    REQUIRE((with.internal - without.internal - 0.25 * Kv).norm() < 1e-12 * Kv.norm());
    Forces together;
    scene.system.tangent(q, v, {1, 1, 1}, Definiteness::exact, &together);
    REQUIRE((together.internal - with.internal).norm() < 1e-12 * with.internal.norm());
}

TEST_CASE("full space: damping may be by the exact stiffness, which drives a crushed body") {
    Scene scene;
    Points crushed = -0.65 * scene.body.mesh.positions;
    crushed.bottomRows(2).setZero();
    const Vector q = crushed.reshaped();
    const Points now = scene.body.mesh.positions + crushed;
    Points turning = Points::Zero(3, now.cols());  // out of the squeeze
    turning.row(0) = -now.row(1);
    turning.row(1) = now.row(0);
    const Vector v = turning.reshaped();
    scene.system.set_damping({0, 0.5, Definiteness::exact});
    begin_step_at(scene.system, q);
    const double exact = scene.system.dissipation(v);
    Vector Kv;
    scene.system.tangent(q, v, {0, 0, 1}, Definiteness::exact, nullptr).apply(v, Kv);
    CHECK(exact == Approx(0.25 * v.dot(Kv)).epsilon(1e-10));
    CHECK(exact < 0);
}

TEST_CASE("full space: damping forces are the gradient of the dissipation") {
    Scene scene;
    check_dissipation(scene.system);
}

TEST_CASE("full space: a step that begins inverted is an event, wherever it is evaluated") {
    Scene scene;
    const Vector rest = Vector::Zero(scene.system.size());
    const Vector inside_out = (-2 * scene.body.mesh.positions).reshaped();
    scene.system.set_damping({0, 0.25});
    begin_step_at(scene.system, inside_out);
    Forces forces;
    for (const Vector& q : {rest, inside_out}) {
        scene.system.tangent(q, rest, {1, 1, 1}, Definiteness::exact, &forces);
        CHECK(forces.event.kind == Event::Kind::inverted);
        CHECK(forces.event.describe() == "element 0 of /body is inverted (det F = -1)");
    }
    begin_step_at(scene.system, rest);  // the next is none the worse
    scene.system.tangent(rest, rest, {1, 1, 1}, Definiteness::exact, &forces);
    CHECK_FALSE(forces.event);
}

TEST_CASE("full space: a run begins with the damping of the shape that prescribed nodes make") {
    const Mover mover(1);
    Scene scene(ElementType::hex8, {{&mover}, {}});
    System& system = scene.system;
    test::DenseSolver linear;
    ImplicitIntegrator integrator(system, linear, TimeScheme::newmark(0.25, 0.5), {}, {0, 0.02}, 0);
    integrator.begin(0.1);  // nodes at x = 0 have moved by a fifth of an element, at 1 m/s
    State state = integrator.state();
    system.begin_step(state, 0.1, 0.1);
    const Vector r = residual(system, state.q, state.v, state.a);
    Vector inertia;
    system.dynamics()->apply_mass(state.a, inertia);
    REQUIRE(inertia.norm() > 1);
    CHECK((r - Vector(scene.system.reactions().reshaped())).norm() < 1e-9 * inertia.norm());
}
