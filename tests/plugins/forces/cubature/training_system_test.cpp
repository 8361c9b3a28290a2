#include "cubature/training_system.hpp"

#include <catch2/catch.hpp>

#include "cubature/projected_body.hpp"
#include "trained_body.hpp"

using namespace sinew;
using test::TrainedBody;

TEST_CASE("training system: mass and kinetic energy are those of the nodes in the subspace") {
    const TrainedBody body;
    cubature::ProjectedBody projected(*body, false);
    cubature::TrainingSystem& system = projected;
    const Vector rest = Vector::Zero(body->size()), v = test::noise(body->size(), 1);
    Vector reduced, momentum;
    system.apply_mass(v, reduced);
    body->full.mass().multiply(body->U * v, momentum);
    CHECK((reduced - body->U.transpose() * momentum).norm() < 1e-10 * reduced.norm());
    CHECK(system.kinetic_energy(rest, v) ==
          Approx(0.5 * (body->U * v).dot(momentum)).epsilon(1e-10));
    CHECK(system.initial().q == rest);
    CHECK(system.prescribed().dofs.empty());
}
