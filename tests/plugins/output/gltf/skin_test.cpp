#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <gltf/skin.hpp>
#include <sinew/kernel/run/stop_signal.hpp>
#include <support/send_stop.hpp>

#include "plugins/output/gltf/skinned_file.hpp"

using namespace sinew;
using namespace sinew::testing;
using Eigen::Vector3d;
using gltf_output::Influences;
using gltf_output::Skin;

namespace {

/// Points along the two bones, half of which go with both.
Points points_on_arm() {
    Points points(3, 8);
    for (int i = 0; i < 8; ++i) points.col(i) = Vector3d(0.25 * i, i % 2 ? 0.1 : -0.1, 0.05);
    return points;
}

Influences influences_on_arm() {
    Influences on;
    on.joints = Eigen::MatrixXi::Zero(4, 8);
    on.weights = Eigen::MatrixXf::Zero(4, 8);
    on.joints.row(1).setOnes();
    for (int i = 0; i < 8; ++i) {
        const float lower = i < 3 ? 0 : i > 4 ? 1 : 0.5f;
        on.weights(0, i) = 1 - lower;
        on.weights(1, i) = lower;
    }
    return on;
}

/// The blend of the bones at time t, of points that move by `bulge` at rest.
Points blended_arm(double t, const Points& bulge) {
    const TwoBones rig;
    const BoneMotion motion = rig.pose(rig.parameters(t));
    const Influences on = influences_on_arm();
    const Points rest = points_on_arm() + bulge;
    Points result(3, 8);
    for (int i = 0; i < 8; ++i)
        result.col(i) = double(on.weights(0, i)) * (motion[0] * rest.col(i)) +
                        double(on.weights(1, i)) * (motion[1] * rest.col(i));
    return result;
}

/// Ten frames up to 0.9 s; bulge(t) is what is added at rest.
template <class Bulge>
SurfaceFrames frames_with(Bulge&& bulge) {
    SurfaceFrames frames;
    for (int k = 0; k < 10; ++k) {
        frames.times.push_back(0.1 * k);
        const Points moved = blended_arm(0.1 * k, bulge(0.1 * k)) - points_on_arm();
        frames.points.push_back(moved.cast<float>());
    }
    return frames;
}

Skin skin_on_arm(const SurfaceFrames& frames, int most, double tolerance) {
    return gltf_output::skin_of(points_on_arm(), frames, TwoBones(), influences_on_arm(),
                                {most, tolerance});
}

Points pattern(unsigned seed) {
    Points bulge(3, 8);
    for (Eigen::Index i = 0; i < bulge.size(); ++i)
        bulge.data()[i] = 0.05 * std::sin(double(seed + 1) * double(i + 1));
    return bulge;
}

}  // namespace

TEST_CASE("gltf skin: what the joints alone do needs no morph target") {
    const Skin skin = skin_on_arm(frames_with([](double) { return Points::Zero(3, 8); }), 32, 1e-5);
    CHECK(skin.targets.empty());
    CHECK(skin.error.worst < 1e-6);
    CHECK(skin.error.worst == skin.without_targets.worst);
    CHECK(skin.largest_displacement > 1);
}

TEST_CASE("gltf skin: as many morph targets as the differences at rest have directions") {
    const Points first = pattern(0), second = pattern(1);
    const SurfaceFrames frames =
        frames_with([&](double t) { return Points(std::sin(5 * t) * first + t * t * second); });
    const Skin skin = skin_on_arm(frames, 32, 1e-5);
    CHECK(skin.targets.size() == 2);
    CHECK(skin.error.worst < 1e-5 * skin.largest_displacement);
    CHECK(skin.without_targets.worst > 0.05);
    for (int m = 0; m < 2; ++m)
        CHECK(skin.target_weights.row(m).cwiseAbs().maxCoeff() == Approx(1));
    // With one alone, the limit stands and the error is reported.
    const Skin less = skin_on_arm(frames, 1, 1e-5);
    CHECK(less.targets.size() == 1);
    CHECK(less.error.worst > 1e-5 * less.largest_displacement);
    CHECK(less.error.worst < less.without_targets.worst);
    const Skin none = skin_on_arm(frames, 0, 1e-5);
    CHECK(none.targets.empty());
    CHECK(none.error.worst == less.without_targets.worst);
    // A tolerance that the joints keep asks for nothing.
    CHECK(skin_on_arm(frames, 32, 0.5).targets.empty());
}

TEST_CASE("gltf skin: the error is the distance of the points, on average and at worst") {
    // One point of eight is 3 cm off in one frame of ten, as a displacement that turns with bone 0.
    const SurfaceFrames frames = frames_with([](double t) {
        Points bulge = Points::Zero(3, 8);
        if (std::abs(t - 0.4) < 0.01) bulge.col(1) = Vector3d(0, 0.03, 0);
        return bulge;
    });
    const Skin skin = skin_on_arm(frames, 0, 1e-4);
    CHECK(skin.error.worst == Approx(0.03).epsilon(1e-4));
    CHECK(skin.error.mean == Approx(0.03 / 80).epsilon(1e-3));
    CHECK(skin.error.worst_time == Approx(0.4));
    CHECK(skin.relative(skin.error.worst) ==
          Approx(0.03 / skin.largest_displacement).epsilon(1e-4));
}

TEST_CASE("gltf skin: where the blend of half a turn is flat, targets stay bounded") {
    // After t the bones are turned against each other by 2 t about y: at pi / 2 the blend of both
    // has lost two directions. The simulated points keep their distance from the bone.
    SurfaceFrames frames = frames_with([](double) { return Points::Zero(3, 8); });
    const double quarter = std::acos(0.0);
    frames.times.push_back(quarter);
    frames.points.push_back(
        (blended_arm(quarter, Points::Zero(3, 8)) - points_on_arm()).cast<float>());
    frames.points.back().col(3) += Eigen::Vector3f(0.1f, 0.1f, 0.1f);
    const Skin skin = skin_on_arm(frames, 32, 1e-3);
    for (const FramePoints& target : skin.targets)
        CHECK(target.colwise().norm().maxCoeff() < std::sqrt(0.03) / 0.1 + 1e-6);
    CHECK(skin.error.worst <= skin.without_targets.worst * (1 + 1e-6));
    CHECK(skin.error.worst > 0.05);
}

TEST_CASE("gltf skin: without frames it is the rest") {
    const Skin skin = skin_on_arm({}, 32, 0.01);
    CHECK(skin.targets.empty());
    CHECK(skin.error.worst == 0);
    CHECK(skin.relative(skin.error.worst) == 0);
}

TEST_CASE("gltf skin: errors are parts of what simulated or skinned points move, if they do") {
    SurfaceFrames still;
    for (int k = 0; k < 10; ++k) {
        still.times.push_back(0.1 * k);
        still.points.push_back(FramePoints::Zero(3, 8));
    }
    const Skin left_behind = skin_on_arm(still, 0, 0.01);
    CHECK(left_behind.error.worst > 1);
    CHECK(left_behind.largest_displacement == Approx(left_behind.error.worst).epsilon(1e-6));
    // At rest round-off is all that differs, and no target is made for it.
    still.times.resize(1);
    still.points.resize(1);
    const Skin at_rest = skin_on_arm(still, 32, 1e-5);
    CHECK(at_rest.largest_displacement == 0);
    CHECK(at_rest.relative(at_rest.error.worst) == 0);
    CHECK(at_rest.targets.empty());
}

TEST_CASE("gltf skin: a signal ends a long fit within two seconds, and leaves a short one whole") {
    const int n_points = 6000, n_frames = 250;
    const Points rest = Points::Random(3, n_points);
    Influences on;
    on.joints = Eigen::MatrixXi::Zero(4, n_points);
    on.weights = Eigen::MatrixXf::Zero(4, n_points);
    on.weights.row(0).setOnes();
    SurfaceFrames noise;
    for (int k = 0; k < n_frames; ++k) {
        noise.times.push_back(0.01 * k);
        noise.points.push_back(FramePoints::Random(3, n_points));
    }
    const StopSignal stop;
    const Interruptible may_be_left;
    test::send_stop();
    const auto begin = std::chrono::steady_clock::now();
    const Skin skin = gltf_output::skin_of(rest, noise, TwoBones(), on, {n_frames, 1e-6});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    CHECK(taken.count() < 2);
    CHECK_FALSE(skin.is_whole);
    CHECK(skin.targets.size() < std::size_t(n_frames));
    CHECK(skin.target_weights.rows() == Eigen::Index(skin.targets.size()));
    CHECK(skin.error.worst > 0.1);
    const SurfaceFrames few = frames_with([](double t) { return Points(t * pattern(0)); });
    CHECK(skin_on_arm(few, 32, 1e-5).is_whole);
    CHECK(skin_on_arm(few, 32, 1e-5).targets.size() == 1);
}
