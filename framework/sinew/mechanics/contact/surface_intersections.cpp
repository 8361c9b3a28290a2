#include <omp.h>

#include <algorithm>
#include <sinew/mechanics/contact/closest_points.hpp>
#include <sinew/mechanics/contact/intersection.hpp>
#include <sinew/mechanics/contact/surface_intersections.hpp>

namespace sinew {

std::vector<Intersection> intersections(const CollisionSurface& surface, const Points& x) {
    SurfaceTrees trees(surface, true);
    return intersections(surface, trees, x);
}

std::vector<Intersection> intersections(const CollisionSurface& surface, SurfaceTrees& trees,
                                        const Points& x) {
    const Eigen::MatrixXi &triangles = surface.triangles(), &edges = surface.edges();
    trees.refit(x, x);
    std::vector<std::vector<Intersection>> shares(static_cast<std::size_t>(omp_get_max_threads()));
    parallel_team_if(true, [&](const TeamMember& member) {
        const auto [first, last] = member.share(surface.n_edges());
        std::vector<int> near;
        for (int e = first; e < last; ++e) {
            const int p = edges(0, e), q = edges(1, e);
            near.clear();
            trees.triangles_near(surface.body(p), SurfaceTrees::box_of(edges.col(e), x, x),
                                 [&](int t) { near.push_back(t); });
            std::sort(near.begin(), near.end());
            for (const int t : near) {
                const auto corners = triangles.col(t);
                if ((corners.array() == p).any() || (corners.array() == q).any()) continue;
                if (intersects(x.col(p), x.col(q), x.col(corners[0]), x.col(corners[1]),
                               x.col(corners[2])))
                    shares[std::size_t(member.thread)].push_back({e, t});
            }
        }
    });
    std::vector<Intersection> all;
    for (const auto& share : shares) all.insert(all.end(), share.begin(), share.end());
    return all;
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
