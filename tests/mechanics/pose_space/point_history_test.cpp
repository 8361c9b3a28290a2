#include <catch2/catch.hpp>
#include <sinew/mechanics/pose_space/point_history.hpp>

using namespace sinew;
using sinew::pose_space::PointHistory;

namespace {

/// A point on a parabola with the acceleration (0, 0, -10).
Eigen::Matrix3Xd falling(double t) {
    return Eigen::Vector3d(t, 1, -5 * t * t);
}

}  // namespace

TEST_CASE("point history: steps of one length give the acceleration of a parabola") {
    PointHistory points;
    points.now = falling(0);
    Eigen::Matrix3Xd a;
    for (int k = 0; k < 3; ++k) {
        points.begin_step(0.1);
        points.now = falling(0.1 * (k + 1));
        points.find_accelerations(a);
        if (k == 0)
            CHECK(a.isZero(0));  // nothing is before the first step
        else
            CHECK((a - Eigen::Vector3d(0, 0, -10)).norm() < 1e-12);
        points.commit();
    }
    CHECK(points.start() == falling(0.1 * 2));
}

TEST_CASE("point history: an attempt that is not done leaves no trace") {
    Eigen::Matrix3Xd a, expected;
    for (const bool fails : {false, true}) {
        PointHistory points;
        points.now = falling(0);
        points.begin_step(0.1);
        points.now = falling(0.1);
        points.commit();
        if (fails) {
            points.begin_step(0.3);
            points.now = falling(0.4);
            points.now = falling(0.1);
        }
        points.begin_step(0.2);
        points.now = falling(0.3);
        points.find_accelerations(fails ? a : expected);
    }
    CHECK(a == expected);
    CHECK(expected.col(0).z() == Approx((-5 * (0.09 - 0.01) / 0.2 + 5 * 0.01 / 0.1) / 0.2));
}
