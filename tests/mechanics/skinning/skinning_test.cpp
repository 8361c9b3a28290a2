#include <omp.h>

#include <catch2/catch.hpp>
#include <sinew/mechanics/skinning/skinning.hpp>

#include "support/two_bones.hpp"

using namespace sinew;
using namespace sinew::test;
using Eigen::AngleAxisd;
using Eigen::Vector3d;

namespace {

constexpr double half_turn = 3.14159265358979324;

SkinWeights shares(const std::vector<double>& of_second) {
    SkinWeights weights(Eigen::Index(of_second.size()), 2);
    for (std::size_t i = 0; i < of_second.size(); ++i) {
        weights.insert(Eigen::Index(i), 0) = 1 - of_second[i];
        weights.insert(Eigen::Index(i), 1) = of_second[i];
    }
    return weights;
}

Points scattered(Eigen::Index n) {
    return Points::NullaryExpr(3, n, [](Eigen::Index i, Eigen::Index k) {
        return std::sin(1.7 * double(i) + 2.3 * double(k));
    });
}

}  // namespace

TEST_CASE("skinning: one bone moves its points rigidly, whichever the blend") {
    const BoneMotion motion = bent(1.1, Vector3d(1, 2, -1).normalized());
    const Points rest = scattered(20);
    const SkinWeights weights = shares(std::vector<double>(20, 1.0));
    for (const Blend blend : {Blend::linear, Blend::dual_quaternion}) {
        const Points moved = skinned(rest, weights, motion, blend);
        for (Eigen::Index i = 0; i < rest.cols(); ++i)
            CHECK((moved.col(i) - motion[1] * Vector3d(rest.col(i))).norm() < 1e-14);
    }
}

TEST_CASE(
    "skinning: half way through a twist of half a turn the linear blend collapses on the axis") {
    const BoneMotion motion = bent(half_turn, Vector3d::UnitX());
    Points rest(3, 1);
    rest.col(0) = Vector3d(1, 0.3, 0.4);
    const Points linear = skinned(rest, shares({0.5}), motion, Blend::linear);
    CHECK((linear.col(0) - Vector3d(1, 0, 0)).norm() < 1e-15);
    // Dual quaternions turn it by a quarter and keep its distance to the axis.
    const Points dual = skinned(rest, shares({0.5}), motion, Blend::dual_quaternion);
    CHECK(std::abs(dual(0, 0) - 1) < 1e-14);
    CHECK(dual.col(0).tail<2>().norm() == Approx(0.5));
    CHECK(std::abs(dual.col(0).tail<2>().dot(rest.col(0).tail<2>())) < 1e-14);
}

TEST_CASE(
    "skinning: equal shares of a bend of two bones turn by half of its angle about the joint") {
    const double angle = 1.4;
    const BoneMotion motion = bent(angle, Vector3d::UnitZ());
    Points rest(3, 1);
    rest.col(0) = Vector3d(1.1, 0.2, 0.3);
    const Points dual = skinned(rest, shares({0.5}), motion, Blend::dual_quaternion);
    const Vector3d joint(1, 0, 0);
    const Vector3d expected =
        joint + AngleAxisd(angle / 2, Vector3d::UnitZ()) * Vector3d(rest.col(0) - joint);
    CHECK((dual.col(0) - expected).norm() < 1e-14);
    // The mean of the two matrices shortens it by cos(angle/2).
    const Points linear = skinned(rest, shares({0.5}), motion, Blend::linear);
    const Vector3d half = expected - joint;
    CHECK(
        (linear.col(0).head<2>() - joint.head<2>() - std::cos(angle / 2) * half.head<2>()).norm() <
        1e-14);
    CHECK(linear(2, 0) == Approx(0.3));
}

TEST_CASE("skinning: quaternions of opposite sign blend the shorter way") {
    // Turns of +170 and -170 degrees are 20 degrees apart, through the half turn.
    BoneMotion motion(2, Eigen::Isometry3d::Identity());
    motion[0].rotate(AngleAxisd(170 * half_turn / 180, Vector3d::UnitZ()));
    motion[1].rotate(AngleAxisd(-170 * half_turn / 180, Vector3d::UnitZ()));
    Points rest(3, 1);
    rest.col(0) = Vector3d(1, 0, 0);
    const Points moved = skinned(rest, shares({0.5}), motion, Blend::dual_quaternion);
    CHECK((moved.col(0) - Vector3d(-1, 0, 0)).norm() < 1e-14);
    std::vector<Eigen::Matrix3d> rotations;
    blended_rotations(shares({0.5}), motion, rotations);
    CHECK((rotations[0] - AngleAxisd(half_turn, Vector3d::UnitZ()).toRotationMatrix()).norm() <
          1e-14);
}

TEST_CASE("skinning: blended rotations are rotations, and those of one bone where one counts") {
    const BoneMotion motion = bent(2.0, Vector3d(0.3, -1, 2).normalized());
    std::vector<Eigen::Matrix3d> rotations;
    blended_rotations(shares({0, 0.2, 0.7, 1}), motion, rotations);
    CHECK((rotations[0] - Eigen::Matrix3d::Identity()).norm() < 1e-15);
    CHECK((rotations[3] - motion[1].linear()).norm() < 1e-14);
    for (const Eigen::Matrix3d& R : rotations) {
        CHECK((R * R.transpose() - Eigen::Matrix3d::Identity()).norm() < 1e-14);
        CHECK(R.determinant() == Approx(1));
    }
}

TEST_CASE("skinning: the bits do not depend on the number of threads") {
    const Points rest = scattered(5000);
    std::vector<double> second;
    for (int i = 0; i < 5000; ++i) second.push_back(0.5 + 0.5 * std::sin(double(i)));
    const SkinWeights weights = shares(second);
    const BoneMotion motion = bent(0.8, Vector3d::UnitY());
    for (const Blend blend : {Blend::linear, Blend::dual_quaternion}) {
        omp_set_num_threads(1);
        const Points one = skinned(rest, weights, motion, blend);
        omp_set_num_threads(2);
        CHECK(skinned(rest, weights, motion, blend) == one);
    }
}
