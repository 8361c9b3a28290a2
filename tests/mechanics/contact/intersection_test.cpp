#include <catch2/catch.hpp>
#include <Eigen/Geometry>
#include <sinew/mechanics/contact/intersection.hpp>

#include "random_stencils.hpp"

using namespace sinew;
using Eigen::Vector3d;

namespace {

/// With the triangle (0, 0, 0), (1, 0, 0), (0, 1, 0).
bool meets_triangle(const Vector3d& p, const Vector3d& q) {
    return intersects(p, q, {0, 0, 0}, {1, 0, 0}, {0, 1, 0});
}

}  // namespace

TEST_CASE("intersection: what touches intersects, by the last bit") {
    const double tiny = 1e-300;
    CHECK(meets_triangle({0.25, 0.25, 1}, {0.25, 0.25, -1}));
    CHECK(meets_triangle({0.25, 0.25, 1}, {0.25, 0.25, 0}));  // ends on it
    CHECK_FALSE(meets_triangle({0.25, 0.25, 1}, {0.25, 0.25, tiny}));
    CHECK(meets_triangle({0.5, 0.5, 1}, {0.5, 0.5, -1}));  // through an edge
    CHECK_FALSE(
        meets_triangle({0.5, std::nextafter(0.5, 1), 1}, {0.5, std::nextafter(0.5, 1), -1}));
    CHECK(meets_triangle({0, 0, 1}, {0, 0, -1}));  // through a corner
    CHECK_FALSE(meets_triangle({-1e-17, 0, 1}, {-1e-17, 0, -1}));
}

TEST_CASE("intersection: of an edge in the triangle's plane, whichever way the plane lies") {
    for (int turn = 0; turn < 3; ++turn) {
        const auto turned = [&](double x, double y) {
            Vector3d v;
            v[turn % 3] = x;
            v[(turn + 1) % 3] = y;
            v[(turn + 2) % 3] = 0.1;
            return v;
        };
        const auto meets = [&](double px, double py, double qx, double qy) {
            return intersects(turned(px, py), turned(qx, qy), turned(0, 0), turned(1, 0),
                              turned(0, 1));
        };
        CHECK(meets(0.1, 0.1, 0.2, 0.2));  // inside
        CHECK(meets(-1, 0.5, 2, 0.5));     // across
        CHECK(meets(-1, 0, 0, 0));         // ends at a corner
        CHECK(meets(-1, 0, -0.0, 0));
        CHECK(meets(0.25, 0, 0.5, 0));  // on an edge
        CHECK_FALSE(meets(-1, 0, -1e-16, 0));
        CHECK_FALSE(meets(1, 1, 2, 2));
        CHECK_FALSE(meets(0.5, std::nextafter(0.5, 1), 1, 1));
    }
}

TEST_CASE("intersection: it agrees with distances wherever these are clear") {
    test::RandomStencils random;
    int n_meeting = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        const Stencil x = random.next();
        const Vector3d p = random.next().col(0), q = x.col(0);
        const Vector3d t0 = x.col(1), t1 = x.col(2), t2 = x.col(3);
        // Where the line of the edge crosses the plane, in plain arithmetic.
        const Vector3d n = (t1 - t0).cross(t2 - t0);
        const double s = n.dot(t0 - p) / n.dot(q - p);
        Stencil at = x;
        at.col(0) = p + s * (q - p);
        const ClosestPoints closest = closest_points(StencilKind::vertex_triangle, at);
        const double off = closest.difference(at).norm();
        const bool hits = closest.n_free == 2 && closest.weights.tail(3).minCoeff() > 1e-9;
        if ((!hits && off < 1e-9) || std::min(std::abs(s), std::abs(1 - s)) < 1e-9) continue;
        const bool meets = hits && s > 0 && s < 1;
        n_meeting += meets;
        CHECK(intersects(p, q, t0, t1, t2) == meets);
        CHECK(intersects(q, p, t1, t0, t2) == meets);
    }
    CHECK(n_meeting > 1000);
}
