#include <algorithm>
#include <set>
#include <sinew/mechanics/contact/closest_points.hpp>
#include <sinew/mechanics/contact/gathered.hpp>
#include <sinew/mechanics/contact/intersection.hpp>
#include <sinew/mechanics/contact/surface_intersections.hpp>

namespace sinew {

std::vector<Intersection> near_edges_and_triangles(const CollisionSurface& surface,
                                                   SurfaceTrees& trees, const Points& x,
                                                   double slack) {
    const Eigen::MatrixXi &triangles = surface.triangles(), &edges = surface.edges();
    trees.refit(x, x);
    return gathered<Intersection>(surface.n_edges(), [&](int e, std::vector<Intersection>& found) {
        const int p = edges(0, e), q = edges(1, e);
        SurfaceTrees::Box box = SurfaceTrees::box_of(edges.col(e), x, x);
        box.min().array() -= slack;
        box.max().array() += slack;
        trees.triangles_near(surface.body(p), box, [&](int t) {
            const auto corners = triangles.col(t);
            if (!(corners.array() == p).any() && !(corners.array() == q).any())
                found.push_back({e, t});
        });
    });
}

std::vector<Intersection> intersections(const CollisionSurface& surface,
                                        const std::vector<Intersection>& near, const Points& x) {
    return gathered<Intersection>(int(near.size()), [&](int k, std::vector<Intersection>& found) {
        const Intersection& pair = near[std::size_t(k)];
        const auto ends = surface.edges().col(pair.edge);
        const auto corners = surface.triangles().col(pair.triangle);
        if (intersects(x.col(ends[0]), x.col(ends[1]), x.col(corners[0]), x.col(corners[1]),
                       x.col(corners[2])))
            found.push_back(pair);
    });
}

std::vector<Intersection> intersections(const CollisionSurface& surface, const Points& x) {
    SurfaceTrees trees(surface, true);
    return intersections(surface, near_edges_and_triangles(surface, trees, x, 0), x);
}

std::vector<std::pair<int, int>> intersecting_pairs(const SurfaceMesh& mesh) {
    const CollisionSurface surface(mesh.positions, mesh.triangles,
                                   std::vector<int>(std::size_t(mesh.n_points()), 0));
    std::set<std::pair<int, int>> pairs;
    for (const auto& [edge, other] : intersections(surface, mesh.positions))
        for (const int triangle : surface.triangles_at_edge(edge))
            pairs.insert(std::minmax(triangle, other));
    return {pairs.begin(), pairs.end()};
}

std::vector<Penetration> penetrations(const CollisionSurface& surface, const Candidates& candidates,
                                      const Points& x) {
    std::vector<Penetration> found;
    for (const auto& [s, t] : candidates.sphere_triangle) {
        const auto [center, radius] = surface.spheres()[std::size_t(s)];
        const auto corners = surface.triangles().col(t);
        const std::array<int, 4> vertices{center, corners[0], corners[1], corners[2]};
        if (distance(StencilKind::vertex_triangle, x(Eigen::all, vertices)) <= radius)
            found.push_back({{corners[0], corners[1], corners[2]}, center});
    }
    for (const auto& [p, v] : candidates.plane_vertex) {
        const auto& [point, outward] = surface.planes()[std::size_t(p)];
        if (outward.dot(x.col(v) - x.col(point)) <= 0) found.push_back({{v, v, v}, point});
    }
    return found;
}

}  // namespace sinew
