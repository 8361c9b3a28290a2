#include <catch2/catch.hpp>
#include <sinew/mechanics/pose_space/pose_weights.hpp>

using namespace sinew;

namespace {

constexpr PoseKernel kernels[] = {PoseKernel::distance, PoseKernel::multiquadric};

/// The neutral pose and one on each of n axes.
Eigen::MatrixXd on_axes(Index n) {
    Eigen::MatrixXd poses = Eigen::MatrixXd::Zero(n, n + 1);
    poses.rightCols(n).setIdentity();
    return poses;
}

}  // namespace

TEST_CASE("pose weights: 1 at their own pose, 0 at the others") {
    std::srand(5);
    for (const PoseKernel kernel : kernels) {
        const Eigen::MatrixXd poses = Eigen::MatrixXd::Random(6, 10);
        const PoseWeights weights(poses, kernel);
        for (Index i = 0; i < 10; ++i)
            CHECK((weights.at(poses.col(i)) - Vector::Unit(10, i)).norm() < 1e-12);
    }
}

TEST_CASE("pose weights: their sum is 1 near and far, and constants are kept") {
    std::srand(6);
    for (const PoseKernel kernel : kernels) {
        const PoseWeights weights(on_axes(9), kernel);
        for (const double size : {0.1, 1.0, 10.0, 1e3})
            for (int k = 0; k < 20; ++k)
                CHECK(weights.at(size * Vector::Random(9)).sum() == Approx(1).epsilon(1e-9));
    }
}

TEST_CASE("pose weights: far away they tend to limits, which are not all positive") {
    // The limit is W 1 over its sum. Distances are 1 to the neutral pose and sqrt(2) among the
    // others: with a before normalising for the former and b for each of the latter, 9 b = 1 and
    // a + 8 sqrt(2) b = 1.
    const PoseWeights weights(on_axes(9), PoseKernel::distance);
    const Vector far = weights.at(1e9 * Vector::Ones(9));
    const double a = 1 - 8 * std::sqrt(2.0) / 9, b = 1.0 / 9, sum = a + 9 * b;
    CHECK(far[0] == Approx(a / sum).epsilon(1e-6));
    CHECK(far[0] == Approx(-0.35).margin(0.005));
    CHECK(far[5] == Approx(b / sum).epsilon(1e-6));
}

TEST_CASE("pose weights: passing through a pose, distance has a kink and multiquadric has none") {
    const auto jump = [](PoseKernel kernel, double h) {
        const PoseWeights weights(on_axes(3), kernel);
        const Vector x = Vector::Unit(3, 1), d = Eigen::Vector3d(0.3, 1, -0.2);
        const Vector before = (weights.at(x) - weights.at(x - h * d)) / h;
        const Vector after = (weights.at(x + h * d) - weights.at(x)) / h;
        return (after - before).norm();
    };
    CHECK(jump(PoseKernel::distance, 1e-6) > 0.5);
    CHECK(jump(PoseKernel::multiquadric, 1e-6) < 1e-4);
}

TEST_CASE("pose weights: of one pose the weight is 1 everywhere") {
    for (const PoseKernel kernel : kernels) {
        const PoseWeights weights(Eigen::MatrixXd::Zero(4, 1), kernel);
        CHECK(weights.at(Vector::Constant(4, 3)) == Vector::Ones(1));
        CHECK(weights.at(Vector::Zero(4)) == Vector::Ones(1));
    }
}

TEST_CASE("pose weights: the two nearest poses are known") {
    Eigen::MatrixXd poses(1, 4);
    poses << 0, 5, 7, 6.5;
    const NearestPoses nearest = nearest_poses(poses);
    CHECK(nearest.first == 2);
    CHECK(nearest.second == 3);
    CHECK(nearest.distance == Approx(0.5));
}

TEST_CASE("pose weights: without negative ones they are shares") {
    const Vector shares = without_negative(Eigen::Vector3d(1.5, -1, 0.5));
    CHECK((shares - Eigen::Vector3d(0.75, 0, 0.25)).norm() < 1e-15);
    CHECK(without_negative(Eigen::Vector2d(0, 1)) == Eigen::Vector2d(0, 1));
}
