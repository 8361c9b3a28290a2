#include <catch2/catch.hpp>
#include <sinew/mechanics/rig/clip.hpp>

using namespace sinew;
using Eigen::AngleAxisd;
using Eigen::Quaterniond;
using Eigen::Vector3d;

TEST_CASE("clip: between keyframes a joint turns at a constant rate, the shorter way") {
    Clip clip(2);
    const Vector3d axis = Vector3d(1, 1, 0).normalized();
    clip.turns[0].times = {1, 3};
    const Quaterniond last(AngleAxisd(1.2, axis));
    clip.turns[0].values = {Quaterniond::Identity(), Quaterniond(-last.coeffs())};
    for (const double t : {1.0, 1.5, 2.0, 2.9})
        CHECK(clip.at(t)[0].turn.angularDistance(Quaterniond(AngleAxisd(0.6 * (t - 1), axis))) <
              1e-14);
    CHECK(clip.at(0)[0].turn.angularDistance(Quaterniond::Identity()) < 1e-14);
    CHECK(clip.at(9)[0].turn.angularDistance(last) < 1e-14);
    CHECK(clip.at(2)[1].turn.angularDistance(Quaterniond::Identity()) == 0);
    CHECK(clip.begin() == 1);
    CHECK(clip.end() == 3);
}

TEST_CASE("clip: moves are linear between keyframes; with steps both hold until the next") {
    Clip clip(1);
    clip.moves[0].times = {0, 1, 2};
    clip.moves[0].values = {Vector3d::Zero(), Vector3d(2, 0, 0), Vector3d(2, 4, 0)};
    CHECK((clip.at(0.25)[0].move - Vector3d(0.5, 0, 0)).norm() < 1e-15);
    CHECK((clip.at(1.5)[0].move - Vector3d(2, 2, 0)).norm() < 1e-15);
    clip.moves[0].between = Interpolation::steps;
    CHECK(clip.at(0.99)[0].move == Vector3d::Zero());
    CHECK(clip.at(1)[0].move == Vector3d(2, 0, 0));
}

TEST_CASE("clip: a cubic has its keyframes' values and rates, and is any cubic exactly") {
    // x = 1 + 2 t - 3 t^2 + 0.5 t^3, y = t^3
    const auto at = [](double t) {
        return Vector3d(1 + 2 * t - 3 * t * t + 0.5 * t * t * t, t * t * t, 0);
    };
    const auto rate = [](double t) { return Vector3d(2 - 6 * t + 1.5 * t * t, 3 * t * t, 0); };
    MoveTrack track;
    track.between = Interpolation::cubic;
    for (const double t : {0.0, 0.5, 2.0}) {
        track.times.push_back(t);
        track.values.push_back(at(t));
        track.arriving.push_back(rate(t));
        track.leaving.push_back(rate(t));
    }
    for (const double t : {0.0, 0.2, 0.5, 0.7, 1.9, 2.0})
        CHECK((track.at(t) - at(t)).norm() < 1e-14);
    CHECK((track.at(5) - at(2)).norm() == 0);
}

TEST_CASE("clip: a turn's cubic is of unit length, and turns about its one axis") {
    TurnTrack track;
    track.between = Interpolation::cubic;
    track.times = {0, 1};
    track.values = {Quaterniond::Identity(), Quaterniond(AngleAxisd(1.0, Vector3d::UnitZ()))};
    track.leaving = track.arriving = {Eigen::Vector4d::Zero(), Eigen::Vector4d::Zero()};
    // At half, with no rates: the mean of both quaternions, at half the angle.
    CHECK(track.at(0.5).angularDistance(Quaterniond(AngleAxisd(0.5, Vector3d::UnitZ()))) < 1e-14);
    // At s: (1 - b, b) of both with b = 3 s^2 - 2 s^3.
    const double b = 3 * 0.09 - 2 * 0.027;
    const double half = std::atan2(b * std::sin(0.5), 1 - b + b * std::cos(0.5));
    const Quaterniond turn = track.at(0.3);
    CHECK(turn.norm() == Approx(1).epsilon(1e-15));
    CHECK(turn.angularDistance(Quaterniond(AngleAxisd(2 * half, Vector3d::UnitZ()))) < 1e-14);
}

TEST_CASE("clip: a blend of two poses is between them in turn and move") {
    SkeletonPose first(1), second(1);
    second[0].turn = AngleAxisd(1.0, Vector3d::UnitX());
    second[0].move = Vector3d(0, 0, 4);
    const SkeletonPose middle = blend(first, second, 0.25);
    CHECK(middle[0].turn.angularDistance(Quaterniond(AngleAxisd(0.25, Vector3d::UnitX()))) < 1e-14);
    CHECK(middle[0].move == Vector3d(0, 0, 1));
}
