#include "cubature/compliance.hpp"

#include <catch2/catch.hpp>
#include <Eigen/Cholesky>

#include "trained_body.hpp"

using namespace sinew;
using test::TrainedBody;

TEST_CASE("compliance: forces are as long as the displacements that they make") {
    const TrainedBody body;
    const auto found = cubature::compliance(*body, body->stiffness);
    CHECK(found.is_stable);
    for (unsigned seed = 1; seed <= 4; ++seed) {
        const Vector f = test::noise(body->size(), seed);
        const Vector q = body->stiffness.ldlt().solve(f);
        CHECK((found.rows * f).norm() == Approx(body->norm(q)).epsilon(1e-10));
    }
}

TEST_CASE("compliance: no direction is softer than the softest at rest, and none is unstable") {
    const TrainedBody body;
    const auto& values = body->modes.values;
    const auto& vectors = body->modes.vectors;
    const auto stiffness = [&](double last) {
        Vector changed = values;
        changed[3] = last;
        const Eigen::MatrixXd MZ = body->mass * vectors;
        return Eigen::MatrixXd(MZ * changed.asDiagonal() * MZ.transpose());
    };
    const Vector f = body->mass * vectors.col(3);  // in that direction alone
    const auto length = [&](double last) {
        return (cubature::compliance(*body, stiffness(last)).rows * f).norm();
    };
    CHECK(length(values[3]) == Approx(1 / values[3]).epsilon(1e-10));
    CHECK(length(1e-3 * values[0]) == Approx(1 / values[0]).epsilon(1e-10));
    CHECK(length(-values[3]) == Approx(1 / values[3]).epsilon(1e-10));
    CHECK(cubature::compliance(*body, stiffness(0.2 * values[0])).is_stable);
    CHECK_FALSE(cubature::compliance(*body, stiffness(0.05 * values[0])).is_stable);
    CHECK_FALSE(cubature::compliance(*body, stiffness(-values[3])).is_stable);
}
