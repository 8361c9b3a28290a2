#include <catch2/catch.hpp>
#include <sinew/mechanics/composite/composite_system.hpp>
#include <sinew/mechanics/immersed/given_forces.hpp>
#include <support/scene_body.hpp>

using namespace sinew;

TEST_CASE("given forces: they are minus the gradient of their potential, until they are cleared") {
    test::SceneBody scene(test::box_of("tet4"));
    GivenForces given({&scene.body()});
    CompositeSystem system({&scene.system()}, {&given});
    const Index n = scene.body().mesh.n_nodes();
    State state = system.initial();
    system.begin_step(state, 0, 0.1);
    system.move_to(0.1);
    Forces without, with;
    system.forces(state.q, state.v, without);
    Points forces = Points::Zero(3, n);
    forces.col(2) << 3, -1, 2;
    forces.col(n - 1) << 0, 5, 1;
    const double before = system.potential(state.q);
    given.set(0, forces);
    system.forces(state.q, state.v, with);
    CHECK(((with.external - without.external) - forces.reshaped()).norm() < 1e-12);
    Vector dq = Vector::Zero(system.size());
    dq[6] = 0.1;
    const double at_rest = system.potential(state.q);
    given.clear();
    const double elastic = system.potential(state.q + dq) - system.potential(state.q);
    CHECK(system.potential(state.q) == before);
    given.set(0, forces);
    CHECK(system.potential(state.q + dq) - at_rest == Approx(elastic - 0.3).epsilon(1e-10));
    CHECK(system.energies(state.q, state.v).coupling == 0);
}
