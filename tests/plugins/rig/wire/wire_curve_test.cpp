#include <catch2/catch.hpp>
#include <wire/wire_curve.hpp>

using namespace sinew;

namespace {

/// Points of a parabola in uneven steps.
Points parabola() {
    Points points(3, 5);
    int k = 0;
    for (const double t : {0.0, 0.3, 0.5, 1.1, 1.4}) points.col(k++) << t, 0.2 * t * t, -t;
    return points;
}

}  // namespace

TEST_CASE("wire curve: it goes through its control points, each with all of the weight") {
    const Points points = parabola();
    for (const WireShape shape : {WireShape::spline, WireShape::polyline}) {
        const WireCurve curve(points, shape);
        REQUIRE(curve.n_segments() == 4);
        for (int i = 0; i < 4; ++i) {
            CHECK((curve.rest(curve.at(i, 0)) - points.col(i)).norm() < 1e-15);
            CHECK((curve.rest(curve.at(i, 1)) - points.col(i + 1)).norm() < 1e-15);
        }
    }
}

TEST_CASE("wire curve: weights of a position add up to 1, those of a tangent to 0") {
    for (const WireShape shape : {WireShape::spline, WireShape::polyline}) {
        const WireCurve curve(parabola(), shape);
        for (int i = 0; i < 4; ++i) {
            const WirePoint point = curve.at(i, 0.37);
            double position = 0, tangent = 0;
            for (int k = 0; k < point.count; ++k) {
                position += point.position[std::size_t(k)];
                tangent += point.tangent[std::size_t(k)];
            }
            CHECK(position == Approx(1).epsilon(1e-14));
            CHECK(std::abs(tangent) < 1e-13);
        }
    }
}

TEST_CASE("wire curve: tangents are derivatives, and go on from piece to piece of a spline") {
    const Points points = parabola();
    const WireCurve curve(points, WireShape::spline);
    const auto tangent = [&](const WirePoint& point) { return point.sum(point.tangent, points); };
    for (int i = 0; i < 4; ++i) {
        const double h = (points.col(i + 1) - points.col(i)).norm(), e = 1e-5;
        const Eigen::Vector3d difference =
            (curve.rest(curve.at(i, 0.6 + e)) - curve.rest(curve.at(i, 0.6 - e))) / (2 * e * h);
        CHECK((tangent(curve.at(i, 0.6)) - difference).norm() < 1e-8);
        if (i > 0) CHECK((tangent(curve.at(i, 0)) - tangent(curve.at(i - 1, 1))).norm() < 1e-13);
    }
}

TEST_CASE("wire curve: the nearest point is square to the curve, and none is beyond the radius") {
    const Points points = parabola();
    const WireCurve curve(points, WireShape::spline);
    const Eigen::Vector3d X(0.7, 0.4, -0.6);
    const auto nearest = curve.nearest(X, 1);
    REQUIRE(nearest);
    const Eigen::Vector3d r = X - curve.rest(*nearest);
    CHECK(std::abs(r.dot(nearest->sum(nearest->tangent, points))) < 1e-12);
    CHECK_FALSE(curve.nearest(X, 0.99 * r.norm()));
    CHECK(curve.nearest(X, 1.01 * r.norm()));
    // A single point is its own curve.
    const WireCurve point(Points(points.leftCols(1)), WireShape::spline);
    CHECK(point.nearest({0, 0.5, 0}, 0.6));
    CHECK_FALSE(point.nearest({0, 0.5, 0}, 0.4));
}
