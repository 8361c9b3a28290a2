#include <catch2/catch.hpp>
#include <skeleton/smoothing.hpp>

using namespace sinew;

namespace {

/// A joint that turns and moves from 1 s to 2 s, and rests before and after.
SkeletonPose pose_at(double t) {
    const double s = std::clamp(t - 1, 0.0, 1.0);
    return {{Eigen::Quaterniond(Eigen::AngleAxisd(1.2 * s, Eigen::Vector3d::UnitY())),
             Eigen::Vector3d(0, 3 * s, 0)}};
}
double angle_at(double t, double spacing) {
    return Eigen::AngleAxisd(smoothed(pose_at, spacing, t)[0].turn).angle();
}
double move_at(double t, double spacing) {
    return smoothed(pose_at, spacing, t)[0].move.y();
}

}  // namespace

TEST_CASE("smoothing: rest and constant velocity stay, and a start is no kick") {
    const double h = 0.1;
    CHECK(move_at(0.85, h) == 0);
    CHECK(move_at(2.15, h) == Approx(3).epsilon(1e-14));
    for (const double t : {1.2, 1.37, 1.5, 1.71})
        CHECK(move_at(t, h) == Approx(3 * (t - 1)).epsilon(1e-13));
    for (const double t : {1.2, 1.37, 1.5, 1.71})
        CHECK(angle_at(t, h) == Approx(1.2 * (t - 1)).epsilon(1e-4));
    // Accelerations by differences go to a limit, where those of the clip go as 1/dt.
    const auto acceleration = [&](double t, double dt) {
        return (move_at(t + dt, h) - 2 * move_at(t, h) + move_at(t - dt, h)) / (dt * dt);
    };
    for (const double t : {0.95, 1.0, 1.03, 2.05}) {
        const double coarse = acceleration(t, 2e-3), fine = acceleration(t, 1e-3);
        CHECK(std::abs(fine - coarse) < 0.03 * 3 / h);
        CHECK(std::abs(fine) < 1.01 * 3 / h);
    }
    CHECK(acceleration(1.0, 1e-4) == Approx(3 / h).epsilon(0.01));
    // Continuous: no jump across a control point either.
    CHECK(std::abs(acceleration(1.1 + 1e-4, 5e-5) - acceleration(1.1 - 1e-4, 5e-5)) < 0.3);
}

TEST_CASE("smoothing: quaternions of either sign are one turn") {
    const auto flipping = [](double t) {
        SkeletonPose pose = pose_at(t);
        if (std::lround(t / 0.1) % 2 == 0) pose[0].turn.coeffs() *= -1;
        return pose;
    };
    for (const double t : {1.05, 1.42, 1.96})
        CHECK(Eigen::AngleAxisd(smoothed(flipping, 0.1, t)[0].turn).angle() ==
              Approx(angle_at(t, 0.1)).epsilon(1e-12));
}
