#include <catch2/catch.hpp>
#include <numbers>
#include <sinew/mechanics/pose/rig_features.hpp>

using namespace sinew;

namespace {

/// A root that moves along x, a joint that turns, a muscle.
class Limb final : public Rig {
public:
    Index n_parameters() const override { return 5; }
    RigParameter parameter(Index k) const override {
        if (k == 0) return {"root.x", "m", 1, true};
        if (k < 4) return {"joint.turn", "rad", 0.5, false, 1};
        return {"muscle", "", 10};
    }
    Vector parameters(double) const override { return Vector::Zero(5); }
};

Vector limb(double x, const Eigen::Vector3d& turn, double muscle) {
    Vector p(5);
    p << x, turn, muscle;
    return p;
}

}  // namespace

TEST_CASE("rig features: distances by the scales of parameters; the root makes none") {
    const Limb rig;
    const PoseFeatures features = pose_features(rig);
    CHECK(features.size() == 10);
    const Vector rest = features.of(limb(0, Eigen::Vector3d::Zero(), 0));
    CHECK(features.of(limb(1000, Eigen::Vector3d::Zero(), 0)) == rest);
    CHECK((features.of(limb(0, Eigen::Vector3d::Zero(), 5)) - rest).norm() == Approx(0.5));
    const Eigen::Vector3d little(0, 0.6e-3, 0.8e-3);
    CHECK((features.of(limb(0, little, 0)) - rest).norm() == Approx(2e-3).epsilon(1e-6));
}

TEST_CASE("rig features: a turn comes back after a full one, either way round") {
    const Limb rig;
    const PoseFeatures features = pose_features(rig);
    const Eigen::Vector3d axis(0, 0, 1);
    const auto turned = [&](double angle) { return features.of(limb(0, angle * axis, 0)); };
    CHECK((turned(2 * std::numbers::pi) - turned(0)).norm() < 1e-14);
    CHECK((turned(0.99 * std::numbers::pi) - turned(-1.01 * std::numbers::pi)).norm() < 1e-13);
    // A half turn is as far as it gets: 2 over the scale.
    CHECK((turned(std::numbers::pi) - turned(0)).norm() == Approx(4));
}
