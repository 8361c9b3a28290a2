#include <catch2/catch.hpp>

#include "random_stencils.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("closest points: no other pair of points of the two sides is closer") {
    RandomStencils stencils;
    for (int trial = 0; trial < 2000; ++trial) {
        const Stencil x = stencils.next();
        const double d_triangle = distance(StencilKind::vertex_triangle, x);
        const double d_edges = distance(StencilKind::edge_edge, x);
        for (int k = 0; k < 50; ++k) {
            double u = stencils.uniform(0, 1), v = stencils.uniform(0, 1);
            CHECK((x.col(0) + u * (x.col(1) - x.col(0)) - x.col(2) - v * (x.col(3) - x.col(2)))
                      .norm() >= d_edges - 1e-15);
            if (u + v > 1) {
                u = 1 - u;
                v = 1 - v;
            }
            CHECK((x.col(0) - (1 - u - v) * x.col(1) - u * x.col(2) - v * x.col(3)).norm() >=
                  d_triangle - 1e-15);
        }
    }
}

TEST_CASE("closest points: weights are of two points of the sides, which are stationary") {
    RandomStencils stencils;
    for (const StencilKind kind : {StencilKind::vertex_triangle, StencilKind::edge_edge})
        for (int n_free = 0; n_free <= 2; ++n_free)
            for (int trial = 0; trial < 100; ++trial) {
                const Stencil x = stencils.next(kind, n_free);
                const ClosestPoints closest = closest_points(kind, x);
                const int n_first = kind == StencilKind::vertex_triangle ? 1 : 2;
                CHECK(closest.weights.head(n_first).sum() == Approx(-1));
                CHECK(closest.weights.tail(4 - n_first).sum() == Approx(1));
                CHECK(closest.weights.head(n_first).maxCoeff() <= 0);
                CHECK(closest.weights.tail(4 - n_first).minCoeff() >= 0);
                const Eigen::Vector3d r = closest.difference(x);
                for (int k = 0; k < n_free; ++k)
                    CHECK(std::abs(r.dot(x * closest.variation.col(k))) < 1e-14);
            }
}

TEST_CASE("closest points: of parallel edges and of a vertex above a corner they are exact") {
    Stencil x;
    x << 0, 1, 0.25, 2, 0, 0, 0.5, 0.5, 0, 0, 0, 0;
    CHECK(distance(StencilKind::edge_edge, x) == 0.5);
    // Beyond each other's ends.
    x.col(2) = Eigen::Vector3d(4, 4, 0);
    x.col(3) = Eigen::Vector3d(6, 4, 0);
    CHECK(distance(StencilKind::edge_edge, x) == 5);
    // An edge without length, a triangle without area.
    x.col(3) = x.col(2);
    CHECK(distance(StencilKind::edge_edge, x) == 5);
    CHECK(distance(StencilKind::vertex_triangle, x) == 1);
    x << 0.5, 0, 1, 0, 0.25, 0, 0, 1, 2, 0, 0, 0;
    CHECK(distance(StencilKind::vertex_triangle, x) == 2);
    x.col(0) = Eigen::Vector3d(-3, 0, 4);
    CHECK(distance(StencilKind::vertex_triangle, x) == 5);
}

TEST_CASE(
    "closest points: that a distance is below a radius is said of parallel edges and slivers too") {
    RandomStencils random(9);
    for (const StencilKind kind : {StencilKind::edge_edge, StencilKind::vertex_triangle})
        for (int trial = 0; trial < 20000; ++trial) {
            // Parallel but for round-off, turned at random: an edge beside another, or a triangle
            // whose corners are in a line.
            const Eigen::Vector3d along = random.next().col(0).normalized();
            const Eigen::Vector3d aside = along.cross(random.next().col(1)).normalized();
            const double scale = random.uniform(0.5, 2), gap = random.uniform(0.3, 1.2);
            Stencil x;
            x.col(1) = random.next().col(2);
            x.col(0) = x.col(1) + 0.4 * along + gap * aside;
            if (kind == StencilKind::edge_edge) {
                x.col(2) = x.col(1) + gap * aside;
                x.col(3) = x.col(2) + scale * along;
                x.col(0) = x.col(1) + along;
            } else {
                x.col(2) = x.col(1) + along;
                x.col(3) = x.col(1) + scale * along;
            }
            CAPTURE(int(kind), trial);
            const double d = distance(kind, x);
            if (std::abs(d - 0.8) > 1e-12) CHECK(distance_is_below(kind, x, 0.8) == (d < 0.8));
        }
}
