#include <algorithm>
#include <catch2/catch.hpp>
#include <sinew/mechanics/contact/closest_points.hpp>
#include <sinew/mechanics/contact/surface_ccd.hpp>
#include <sinew/mechanics/contact/surface_intersections.hpp>

#include "random_stencils.hpp"
#include "sheets.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("broad phase: it misses no pair that is near, on the way or at rest") {
    RandomStencils random(5);
    Sheets sheets;
    sheets.add(3, [](double u, double v) { return Eigen::Vector3d(u, v, 0); });
    sheets.add(4, [](double u, double v) { return Eigen::Vector3d(u, v, 0.2); });
    const CollisionSurface surface = sheets.surface();
    BroadPhase broad_phase(surface);
    for (int trial = 0; trial < 20; ++trial) {
        const Points from = sheets.x + 0.1 * Points::Random(3, sheets.x.cols());
        const Points to = sheets.x + 0.3 * Points::Random(3, sheets.x.cols());
        const Candidates found = broad_phase.find(from, to, 0.05);
        CHECK(std::is_sorted(found.vertex_triangle.begin(), found.vertex_triangle.end()));
        CHECK(std::is_sorted(found.edge_edge.begin(), found.edge_edge.end()));
        std::size_t n_near = 0;
        for (int v = 0; v < surface.n_vertices(); ++v)
            for (int t = 0; t < surface.n_triangles(); ++t) {
                const auto c = surface.triangles().col(t);
                if ((c.array() == v).any()) continue;
                bool near = false;
                for (int k = 0; k <= 20; ++k) {
                    const Points x = from + k / 20.0 * (to - from);
                    Stencil s;
                    s << x.col(v), x.col(c[0]), x.col(c[1]), x.col(c[2]);
                    near = near || distance(StencilKind::vertex_triangle, s) < 0.05;
                }
                n_near += near;
                if (near)
                    CHECK(std::binary_search(found.vertex_triangle.begin(),
                                             found.vertex_triangle.end(), std::array{v, t}));
            }
        for (int e = 0; e < surface.n_edges(); ++e)
            for (int f = e + 1; f < surface.n_edges(); ++f) {
                const auto a = surface.edges().col(e), b = surface.edges().col(f);
                if (a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1]) continue;
                const Stencil s = from(Eigen::all, std::array{a[0], a[1], b[0], b[1]});
                if (distance(StencilKind::edge_edge, s) < 0.05)
                    CHECK(std::binary_search(found.edge_edge.begin(), found.edge_edge.end(),
                                             std::array{e, f}));
            }
        CHECK(n_near >= 5);
    }
}

TEST_CASE("surface ccd: what starts free of intersections stays so, however far it is pushed") {
    RandomStencils random(6);
    int n_stopped = 0, n_free = 0;
    for (int trial = 0; trial < 100; ++trial) {
        Sheets sheets;
        sheets.add(3, [](double u, double v) { return Eigen::Vector3d(u, v, 0); });
        sheets.add(4, [](double u, double v) { return Eigen::Vector3d(u, v, 0.3); });
        const CollisionSurface surface = sheets.surface();
        BroadPhase broad_phase(surface);
        Points x = sheets.x;
        for (int push = 0; push < 6; ++push) {
            REQUIRE(intersections(surface, x).empty());
            const Points to = x + random.uniform(0, 0.5) * Points::Random(3, x.cols());
            const double t = largest_step(surface, broad_phase.find(x, to, 0), x, to);
            CHECK(t > 0);
            n_stopped += t < 1;
            n_free += t == 1;
            x += t * (to - x);
        }
    }
    CHECK(n_stopped > 50);
    CHECK(n_free > 20);
}

TEST_CASE("surface intersections: planted ones are found, with edge and triangle") {
    Sheets sheets;
    sheets.add(1, [](double u, double v) { return Eigen::Vector3d(u, v, 0); });
    sheets.add(1, [](double u, double v) { return Eigen::Vector3d(0.3 + 0.1 * u, 0.2, v - 0.5); });
    const CollisionSurface surface = sheets.surface();
    const std::vector<Intersection> found = intersections(surface, sheets.x);
    // The second square stands across the first one's lower right triangle: three of its edges
    // (two sides and the diagonal) pierce it, and no edge of the first pierces the second.
    REQUIRE(found.size() == 3);
    for (const Intersection& hit : found) {
        CHECK(hit.triangle == 0);
        CHECK(surface.body(surface.edges()(0, hit.edge)) == 1);
    }
    Points apart = sheets.x;
    apart.row(2).tail(4).array() += 0.51;
    CHECK(intersections(surface, apart).empty());
    // Touching is intersecting.
    apart = sheets.x;
    apart.row(2).tail(4).array() += 0.5;
    CHECK_FALSE(intersections(surface, apart).empty());
}
