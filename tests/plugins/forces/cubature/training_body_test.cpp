#include "cubature/training_body.hpp"

#include <catch2/catch.hpp>

#include "trained_body.hpp"

using namespace sinew;
using test::TrainedBody;

TEST_CASE("training body: mass, stiffness and modes are those of the body in the subspace") {
    const TrainedBody body;
    const Index r = body->size();
    CHECK((body->mass - Eigen::MatrixXd::Identity(r, r)).norm() < 1e-10);
    CHECK((body->stiffness * body->modes.vectors -
           body->mass * body->modes.vectors * body->modes.values.asDiagonal())
              .norm() < 1e-9 * body->stiffness.norm());
    CHECK(body->n_rigid == 0);
    CHECK(body->softest() == body->modes.values[0]);
    // Linear: forces are the stiffness times q.
    const Vector q = test::noise(r, 1);
    CHECK((body.forces(q) - body->stiffness * q).norm() < 1e-10 * body->stiffness.norm());
}
