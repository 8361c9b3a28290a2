#include "cubature/load_poses.hpp"

#include <catch2/catch.hpp>
#include <Eigen/Cholesky>

#include "trained_body.hpp"

using namespace sinew;
using cubature::load_poses;
using cubature::LoadPoses;
using test::TrainedBody;

namespace {

const std::string pull =
    "    loads: [{type: point, where: {plane: {normal: [1, 0, 0], offset: 1}}, force: {expr: "
    "[\"0\", \"0.1*t\", \"0\"]}}]\n";

Eigen::MatrixXd none(const TrainedBody& body) {
    return Eigen::MatrixXd(body->size(), 0);
}

}  // namespace

TEST_CASE("load poses: equilibria of linear bodies are the loads over the stiffness") {
    const TrainedBody body("linear", pull);
    const Eigen::MatrixXd unit = test::noise(3 * body->size(), 1).reshaped(body->size(), 3);
    const LoadPoses poses = load_poses(*body, {"a load", 1}, 10, unit);
    // Half, all and twice of a load that grows with time, at a quarter, a half, ...; no equilibrium
    // is missing.
    CHECK(poses.n_lost == 0);
    REQUIRE(poses.equilibria.cols() == 3 * 4 + 3);
    const Vector first = poses.equilibria.col(0);
    for (int k = 0; k < 12; ++k) {
        const double times = std::vector<double>{1, 2, 4}[std::size_t(k / 4)] * (k % 4 + 1);
        CHECK((poses.equilibria.col(k) - times * first).norm() < 1e-8 * times * first.norm());
    }
    const Eigen::MatrixXd expected = body->stiffness.ldlt().solve(unit);
    CHECK((poses.equilibria.rightCols(3) - expected).norm() < 1e-8 * expected.norm());
}

TEST_CASE("load poses: equilibria of any body hold the forces that led to them") {
    const TrainedBody body("neo_hookean");
    const Eigen::MatrixXd unit =
        body->stiffness * 0.05 * test::noise(4 * body->size(), 2).reshaped(body->size(), 4);
    const LoadPoses poses = load_poses(*body, {"", 1}, 0, unit);
    REQUIRE(poses.equilibria.cols() == 10);  // gravity along three axes, either way
    for (int k = 0; k < 4; ++k)
        CHECK((body.forces(poses.equilibria.col(6 + k)) - unit.col(k)).norm() <
              1e-3 * unit.col(k).norm());
}

TEST_CASE("load poses: the motion is that of the linear oscillator for a linear body") {
    // The two modes of bending, of one frequency, under its weight: q = (g / omega^2) (1 - cos
    // omega t).
    const TrainedBody body("linear", "    loads: [{type: gravity}]\n", 2);
    const LoadPoses poses = load_poses(*body, {"gravity", 1e9}, 120, none(body));
    const double omega = std::sqrt(body->softest());
    REQUIRE(poses.motion.cols() == 120);
    REQUIRE(poses.equilibria.cols() == 3);
    const Vector still = poses.equilibria.col(1);
    const double dt = 3 * 2 * M_PI / omega / 120;
    for (int k = 0; k < poses.motion.cols(); ++k) {
        const Vector expected = still * (1 - std::cos(omega * dt * (k + 1)));
        CHECK((poses.motion.col(k) - expected).norm() < 0.05 * still.norm());
    }
}

TEST_CASE("load poses: motion takes as many poses as asked for, none from a body that rests") {
    const TrainedBody body("neo_hookean", "    loads: [{type: gravity}]\n");
    CHECK(load_poses(*body, {"gravity", 1e9}, 40, none(body)).motion.cols() == 40);
    const LoadPoses no_time = load_poses(*body, {"gravity", 0}, 0, none(body));
    CHECK(no_time.motion.cols() == 0);
    CHECK(no_time.equilibria.cols() == 6);
    const TrainedBody still("neo_hookean");
    CHECK(load_poses(*still, {"", 1}, 30, none(still)).motion.cols() == 30);  // gravity's
}

TEST_CASE("load poses: of a load that sets in late, the motion begins with it") {
    const TrainedBody body("linear", "    loads: [{type: gravity, from: 0.8 s}]\n", 1);
    const double period = 2 * M_PI / std::sqrt(body->softest());
    const LoadPoses poses = load_poses(*body, {"gravity", 0.8 + 10 * period}, 1000, none(body));
    REQUIRE(poses.equilibria.cols() > 0);
    const double still = poses.equilibria(0, poses.equilibria.cols() / 2);
    CHECK(poses.motion.row(0).cwiseAbs().maxCoeff() == Approx(2 * std::abs(still)).epsilon(0.05));
}

TEST_CASE("load poses: a strike between the times of equilibria is found where it is largest") {
    const TrainedBody body(
        "linear",
        "    loads: [{type: gravity, acceleration: {keyframes: [[0.1, [0, 0, 0]], [0.15, [0, 0, "
        "-9]], [0.2, [0, 0, 0]]]}}]\n");
    CHECK(load_poses(*body, {"gravity", 1}, 0, none(body)).equilibria.cols() == 3);
}
