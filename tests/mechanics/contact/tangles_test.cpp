#include <catch2/catch.hpp>
#include <mechanics/coupling/coupling_support.hpp>
#include <sinew/mechanics/contact/pair_set.hpp>
#include <sinew/mechanics/contact/tangles.hpp>
#include <support/bodies.hpp>

using namespace sinew;
using namespace sinew::test;
using Eigen::Vector3d;

namespace {

/// A cube of edge 1 and 4 x 4 x 4 cells, and a smaller one whose lower part is inside it.
struct TwoCubes {
    explicit TwoCubes(const Vector3d& offset) {
        VolumeMesh mesh = test::box(ElementType::tet4, {4, 4, 4}, {1, 1, 1});
        lower = body_of_mesh(mesh, "/lower");
        mesh = test::box(ElementType::tet4, {3, 3, 3}, {0.5, 0.5, 0.5});
        mesh.positions.colwise() += offset;
        upper = body_of_mesh(mesh, "/upper");
        surface.emplace(std::vector{SurfacePart::skin(lower, 0), SurfacePart::skin(upper, 1)});
    }
    Body lower, upper;
    std::optional<CollisionSurface> surface;
};

}  // namespace

TEST_CASE("tangles: winding numbers are 1 inside, 0 outside, and the angle's share at a vertex") {
    const TwoCubes cubes({0.22, 0.27, 0.85});
    const CollisionSurface& surface = *cubes.surface;
    const Points& x = surface.rest();
    CHECK(winding_number(surface, 0, x, {0.31, 0.42, 0.53}) == Approx(1));
    CHECK(winding_number(surface, 0, x, {0.31, 0.42, 1.2}) == Approx(0).margin(1e-12));
    CHECK(winding_number(surface, 1, x, {0.4, 0.4, 1.2}) == Approx(1));
    for (int v = 0; v < surface.n_vertices(); ++v) {
        if (surface.body(v) != 0) continue;
        int n_on_faces = 0;
        for (int axis = 0; axis < 3; ++axis)
            n_on_faces += x(axis, v) < 1e-9 || x(axis, v) > 1 - 1e-9;
        CHECK(winding_number(surface, 0, x, x.col(v), v) == Approx(std::pow(0.5, n_on_faces)));
    }
}

TEST_CASE("tangles: what is inside another body is in one tangle with what it has pierced") {
    // Two layers of the upper cube's vertices, at 0.51 and 0.68, are in the lower one.
    const TwoCubes cubes({0.22, 0.27, 0.51});
    const CollisionSurface& surface = *cubes.surface;
    const Points& x = surface.rest();
    const std::vector<Intersection> hits = intersections(surface, x);
    REQUIRE(hits.size() > 10);
    const Tangles tangles(surface, x, hits, {});
    CHECK(tangles.count() == 1);
    for (int v = 0; v < surface.n_vertices(); ++v) {
        if (surface.body(v) != 1) continue;
        if (x(2, v) < 1) CHECK(tangles.of_vertices()[std::size_t(v)] == 0);
        if (x(2, v) > 1.01) CHECK(tangles.of_vertices()[std::size_t(v)] <= 0);
    }
    for (const Intersection& hit : hits)
        CHECK(tangles.shared(std::span(surface.edges().col(hit.edge).data(), 2),
                             std::span(surface.triangles().col(hit.triangle).data(), 3)) == 0);
    // Sides that are far from the cut may touch.
    int far = -1;
    for (int v = 0; v < surface.n_vertices(); ++v)
        if (surface.body(v) == 0 && x(2, v) == 0) far = v;
    const int top = surface.n_vertices() - 1;
    CHECK(tangles.shared(std::span(&far, 1), std::span(&top, 1)) == -1);
}

TEST_CASE("tangles: two places that are apart are two tangles, and go one by one") {
    // A third cube at another corner of the lower one.
    VolumeMesh mesh = test::box(ElementType::tet4, {6, 6, 6}, {1, 1, 1});
    const Body lower = body_of_mesh(mesh, "/lower");
    std::vector<Body> small;
    for (const double place : {-0.1, 0.9}) {
        mesh = test::box(ElementType::tet4, {1, 1, 1}, {0.2, 0.2, 0.2});
        mesh.positions.colwise() += Vector3d(place + 0.013, place + 0.017, 0.91);
        small.push_back(body_of_mesh(mesh, "/small"));
    }
    const CollisionSurface surface(std::vector{SurfacePart::skin(lower, 0),
                                               SurfacePart::skin(small[0], 1),
                                               SurfacePart::skin(small[1], 2)});
    Tangles tangles(surface, surface.rest(), intersections(surface, surface.rest()), {});
    REQUIRE(tangles.count() == 2);
    const Tangles copy(tangles.of_vertices());
    CHECK(copy.of_vertices() == tangles.of_vertices());
    tangles.keep({0, 1});
    CHECK(tangles.count() == 1);
    tangles.keep({0});
    CHECK(tangles.empty());
    CHECK(tangles.count() == 0);
}

TEST_CASE("tangles: pairs beside a tangle are counted as if what is left out were far away") {
    // Psi of two parallel faces at the same height, with and without a tangle in one corner: never
    // negative, and less by what was left out.
    const TwoCubes cubes({0.22, 0.27, 1.02});
    const CollisionSurface& surface = *cubes.surface;
    const Points& x = surface.rest();
    const double thickness = 0.05;
    const Candidates candidates = BroadPhase(surface).find(x, thickness);
    std::vector<int> of_vertices(std::size_t(surface.n_vertices()), -1);
    int n = 0;
    for (int v = 0; v < surface.n_vertices(); ++v)
        if (x(0, v) < 0.4 && x(1, v) < 0.45 && x(2, v) > 0.9 && x(2, v) < 1.1) {
            of_vertices[std::size_t(v)] = 0;
            n += surface.body(v);
        }
    REQUIRE(n > 2);
    const auto weight_of_vertices = [&](const Tangles& tangles, int body) {
        std::map<int, double> sums;
        for (const ContactPair& pair :
             active_pairs(surface, candidates, x, thickness, {tangles, {}, {}}))
            if (pair.kind != StencilKind::edge_edge && surface.body(pair.vertices[0]) == body)
                sums[pair.vertices[0]] += pair.weight;
        return sums;
    };
    for (const int body : {0, 1}) {
        const std::map<int, double> all = weight_of_vertices({}, body),
                                    rest = weight_of_vertices(Tangles(of_vertices), body);
        double left = 0, sum = 0;
        for (const auto& [v, weight] : all) {
            const auto found = rest.find(v);
            const double kept = found == rest.end() ? 0 : found->second;
            CHECK(kept > -1e-12);
            CHECK(kept < weight + 1e-12);
            left += kept;
            sum += weight;
        }
        CHECK(left < sum);
    }
}
