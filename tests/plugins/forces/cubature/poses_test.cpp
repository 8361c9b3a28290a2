#include "cubature/poses.hpp"

#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

#include "reduced_body.hpp"

using namespace sinew;
using cubature::PoseParams;
using cubature::Poses;
using cubature::random_poses;
using test::ReducedBody;

namespace {

ReducedBody bar(int r) {
    return {test::box(ElementType::tet4, {4, 2, 2}, {2, 1, 1}), "material/neo_hookean",
            "young: 10 kPa, poisson: 0.3", r};
}

Poses poses_of(ReducedBody& body, const PoseParams& params, std::uint64_t seed = 1) {
    Random random(seed);
    return random_poses(params, body.full(), body.U, random, {});
}

}  // namespace

TEST_CASE("poses: forces are those of the whole body, and a seed gives the same poses again") {
    ReducedBody body = bar(5);
    PoseParams params;
    params.count = 20;
    params.amplitude = 0.01;
    const Poses poses = poses_of(body, params), again = poses_of(body, params);
    REQUIRE(poses.q.cols() == 20);
    for (Index t = 0; t < 20; ++t) {
        const Vector f = body.forces(poses.q.col(t));
        CHECK((poses.forces.col(t) - f).norm() < 1e-12 * f.norm());
    }
    CHECK(poses.q == again.q);
    CHECK(poses.forces == again.forces);
    CHECK(poses.q != poses_of(body, params, 2).q);
}

TEST_CASE("poses: the farthest node goes as far as asked, in the root mean square") {
    ReducedBody body = bar(4);
    PoseParams params;
    params.count = 4000;
    params.amplitude = 0.005;
    const Poses poses = poses_of(body, params);
    CHECK(poses.n_rejected == 0);
    Vector squares = Vector::Zero(body.U.rows() / 3);
    for (Index t = 0; t < params.count; ++t) {
        const Vector u = body.U * poses.q.col(t);
        squares += u.reshaped(3, squares.size()).colwise().squaredNorm().transpose();
    }
    const double diagonal = std::sqrt(4.0 + 1 + 1);
    CHECK(std::sqrt(squares.maxCoeff() / params.count) == Approx(0.005 * diagonal).epsilon(0.05));
}

TEST_CASE("poses: all directions of the subspace have the same linear energy on average") {
    ReducedBody body = bar(4);
    PoseParams params;
    params.count = 4000;
    params.amplitude = 1e-3;
    const Poses poses = poses_of(body, params);
    // E[q q'] is a multiple of K^-1, so that K^1/2 q is the same in all directions.
    const Eigen::MatrixXd K = body.stiffness(Vector::Zero(4));
    const Eigen::MatrixXd covariance = poses.q * poses.q.transpose() / params.count;
    const Eigen::MatrixXd product = K * covariance;
    const double mean = product.trace() / 4;
    CHECK((product - mean * Eigen::MatrixXd::Identity(4, 4)).norm() < 0.15 * mean);
}

TEST_CASE("poses: those with inverted elements are replaced by lower ones and counted") {
    ReducedBody body = bar(4);
    PoseParams params;
    params.count = 30;
    params.amplitude = 1;
    const Poses poses = poses_of(body, params);
    CHECK(poses.n_rejected > 0);
    CHECK(poses.forces.allFinite());
}

TEST_CASE("poses: a basis that only moves the body as a whole is refused") {
    ReducedBody body = bar(3);
    body.U.setZero();
    for (int k = 0; k < 3; ++k)
        for (Index i = k; i < body.U.rows(); i += 3) body.U(i, k) = 1;
    CHECK_THROWS_WITH(poses_of(body, {}), Catch::Contains("no vector that deforms the body"));
}
