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
    clip.moves[0].steps = true;
    CHECK(clip.at(0.99)[0].move == Vector3d::Zero());
    CHECK(clip.at(1)[0].move == Vector3d(2, 0, 0));
}

TEST_CASE("clip: a blend of two poses is between them in turn and move") {
    SkeletonPose first(1), second(1);
    second[0].turn = AngleAxisd(1.0, Vector3d::UnitX());
    second[0].move = Vector3d(0, 0, 4);
    const SkeletonPose middle = blend(first, second, 0.25);
    CHECK(middle[0].turn.angularDistance(Quaterniond(AngleAxisd(0.25, Vector3d::UnitX()))) < 1e-14);
    CHECK(middle[0].move == Vector3d(0, 0, 1));
}
