#include "cubature/poses.hpp"

#include <omp.h>

#include <catch2/catch.hpp>
#include <limits>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <support/frames.hpp>

#include "reduced_body.hpp"

using namespace sinew;
using cubature::PoseParams;
using cubature::Poses;
using cubature::random_poses;
using cubature::snapshot_poses;
using cubature::TrainingBody;
using test::Frames;
using test::ReducedBody;

namespace {

ReducedBody bar(int r) {
    return {test::box(ElementType::tet4, {4, 2, 2}, {2, 1, 1}), "material/neo_hookean",
            "young: 10 kPa, poisson: 0.3", r};
}

Poses poses_of(ReducedBody& body, const PoseParams& params, std::uint64_t seed = 1) {
    Random random(seed);
    const auto dense = test::make<LinearSolver>("linear/dense");
    const TrainingBody at(body.full(), body.U, *dense, {});
    return random_poses(params, at, params.n_random(), random, {});
}

Poses snapshots_of(ReducedBody& body, const std::string& file, std::uint64_t seed = 1) {
    Random random(seed);
    PoseParams params;
    params.snapshots.items = {{file, file, {}}};
    return snapshot_poses(params, body.full(), body.U, random, {});
}

/// Holds the bar at x = 0, and has the basis respect that.
void constrain(ReducedBody& body) {
    FullBody& full = body.full();
    for (Index a = 0; a < full.body().mesh.n_nodes(); ++a)
        if (full.body().mesh.positions(0, a) == 0)
            for (Index i = 3 * a; i < 3 * a + 3; ++i) {
                full.constrained.fixed[std::size_t(i)] = 1;
                --full.constrained.n_free;
                body.U.row(i).setZero();
            }
    full.anchored = true;
}

/// The distance of q from the nearest column, relatively.
double distance_from(const Eigen::MatrixXd& columns, const Vector& q) {
    return (columns.colwise() - q).colwise().norm().minCoeff() / q.norm();
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
    for (Index t = 0; t < *params.count; ++t) {
        const Vector u = body.U * poses.q.col(t);
        squares += u.reshaped(3, squares.size()).colwise().squaredNorm().transpose();
    }
    const double diagonal = std::sqrt(4.0 + 1 + 1);
    CHECK(std::sqrt(squares.maxCoeff() / *params.count) == Approx(0.005 * diagonal).epsilon(0.05));
}

TEST_CASE("poses: all directions of the subspace have the same linear energy on average") {
    ReducedBody body = bar(4);
    PoseParams params;
    params.count = 4000;
    params.amplitude = 1e-3;
    const Poses poses = poses_of(body, params);
    // E[q q'] is a multiple of K^-1, so that K^1/2 q is the same in all directions.
    const Eigen::MatrixXd K = body.stiffness(Vector::Zero(4));
    const Eigen::MatrixXd covariance = poses.q * poses.q.transpose() / *params.count;
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

TEST_CASE("poses: snapshots in the subspace come back as they were, each once, in a seed's order") {
    ReducedBody body = bar(5);
    constrain(body);
    const Points& rest = body.body().mesh.positions;
    Frames frames;
    frames.add(rest, 0 * rest);
    Eigen::MatrixXd q(5, 12);
    for (int t = 0; t < 12; ++t) {
        q.col(t) = body.strained(0.02 * (t + 1), unsigned(t) + 1);
        frames.add(rest, test::shaped(body.U * q.col(t)));
    }
    const Poses poses = snapshots_of(body, frames.pvd()), again = snapshots_of(body, frames.pvd());
    REQUIRE(poses.q.cols() == 12);
    CHECK(poses.n_at_rest == 1);
    CHECK(poses.n_rejected == 0);
    CHECK(poses.outside < 1e-12);
    for (int t = 0; t < 12; ++t) {
        CHECK(distance_from(poses.q, q.col(t)) < 1e-12);
        const Vector f = body.forces(poses.q.col(t));
        CHECK((poses.forces.col(t) - f).norm() < 1e-12 * f.norm());
    }
    CHECK(poses.q == again.q);
    CHECK(poses.forces == again.forces);
    CHECK(poses.q != snapshots_of(body, frames.pvd(), 2).q);
}

TEST_CASE("poses: snapshots are projected by the mass, and what that leaves out is measured") {
    ReducedBody body = bar(5);
    constrain(body);
    const Points& rest = body.body().mesh.positions;
    const Vector q = body.strained(0.05), inside = body.U * q;
    Vector other = test::noise(rest.size(), 9);
    for (Index i = 0; i < other.size(); ++i)
        if (body.full().constrained.fixed[std::size_t(i)]) other[i] = 0;
    const Eigen::MatrixXd MU = body.full().mass().times(body.U);
    other -= body.U * (body.U.transpose() * MU).llt().solve(MU.transpose() * other);
    const auto norm = [&](const Vector& u) {
        return std::sqrt(u.dot(body.full().mass().times(u).col(0)));
    };
    other *= 0.75 * norm(inside) / norm(other);  // 3, 4 and 5
    Frames frames;
    frames.add(rest, test::shaped(inside + other));
    const Poses poses = snapshots_of(body, frames.pvd());
    CHECK((poses.q.col(0) - q).norm() < 1e-12 * q.norm());
    CHECK(poses.outside == Approx(0.6).epsilon(1e-12));
}

TEST_CASE("poses: a free body's snapshots are the same poses however it turned and flew") {
    ReducedBody body = bar(5);
    const Eigen::MatrixXd R = rigid_motions(body.full());
    body.U -= R * (R.transpose() * body.full().mass().times(body.U)).eval();
    const Points& rest = body.body().mesh.positions;
    Frames still, turned;
    for (int t = 0; t < 4; ++t) {
        const Points u = test::shaped(body.U * body.strained(0.1, unsigned(t) + 1));
        const Eigen::Matrix3d turn =
            Eigen::AngleAxisd(0.9 * t + 0.3, Eigen::Vector3d(2, 1, 3).normalized())
                .toRotationMatrix();
        still.add(rest, u);
        turned.add(rest, ((turn * (rest + u)).colwise() + Eigen::Vector3d(t, 2, 1)) - rest);
    }
    const Poses a = snapshots_of(body, still.pvd()), b = snapshots_of(body, turned.pvd());
    REQUIRE(a.q.cols() == 4);
    CHECK((a.q - b.q).norm() < 1e-11 * a.q.norm());
    CHECK(b.outside < 0.05);  // finite deformations turn their best frame a little
}

TEST_CASE("poses: snapshots with inverted elements are left out; none at all is refused") {
    ReducedBody body = bar(4);
    constrain(body);
    const Points& rest = body.body().mesh.positions;
    const Vector q = body.strained(0.05);
    Frames frames;
    const std::string still = frames.add(rest, 0 * rest);
    frames.add(rest, test::shaped(body.U * q));
    frames.add(rest, test::shaped(body.U * (100 * q)));
    const Poses poses = snapshots_of(body, frames.pvd());
    CHECK(poses.n_rejected == 1);
    CHECK(poses.n_at_rest == 1);
    REQUIRE(poses.q.cols() == 1);
    CHECK((poses.q.col(0) - q).norm() < 1e-12 * q.norm());
    CHECK_THROWS_WITH(snapshots_of(body, still),
                      Catch::Contains("no pose is left of 1 snapshots: 1 are at rest in the "
                                      "subspace, 0 have inverted elements there"));
    CHECK_THROWS_WITH(
        snapshots_of(body, frames.add(rest.leftCols(7), rest.leftCols(7))),
        Catch::Contains(fmt::format("the snapshot has 7 nodes, /body has {}", rest.cols())));
    Points bad = rest;
    bad(2, 5) = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH(snapshots_of(body, frames.add(rest, bad)),
                      Catch::Contains("the displacement of node 5 is not finite"));
}

TEST_CASE("poses: snapshots of a large body give the same bits on one thread and on more") {
    ReducedBody body(test::box(ElementType::tet4, {20, 6, 6}, {3, 1, 1}), "material/neo_hookean",
                     "young: 10 kPa, poisson: 0.3", 20);
    const Points& rest = body.body().mesh.positions;
    Frames frames;
    for (unsigned t = 1; t <= 20; ++t)
        frames.add(rest, test::shaped(body.U * body.strained(0.05, t)));
    const int threads = omp_get_max_threads();
    std::vector<Poses> found;
    for (const int n : {1, 2, 3}) {
        omp_set_num_threads(n);
        found.push_back(snapshots_of(body, frames.pvd()));
        CHECK((found.back().q == found.front().q));
        CHECK((found.back().forces == found.front().forces));
        CHECK(found.back().outside == found.front().outside);
    }
    omp_set_num_threads(threads);
}
