#include <algorithm>
#include <sinew/mechanics/contact/broad_phase.hpp>
#include <sinew/mechanics/contact/closest_points.hpp>
#include <sinew/mechanics/contact/gathered.hpp>

namespace sinew {
namespace {

using Box = SurfaceTrees::Box;

}  // namespace

BroadPhase::BroadPhase(const CollisionSurface& surface, bool self)
    : surface_(surface), trees_(surface, self) {}

Candidates BroadPhase::find(const Points& from, const Points& to, double radius) {
    return find_if(from, to, radius, [](StencilKind, const auto&) { return true; });
}

Candidates BroadPhase::find(const Points& x, double radius) {
    return find_if(x, x, radius, [&](StencilKind kind, const std::array<int, 4>& vertices) {
        return distance_is_below(kind, x(Eigen::all, vertices), radius);
    });
}

/// `keep`: says of a pair whose boxes overlap, by its kind and vertices, whether it counts.
template <class Keep>
Candidates BroadPhase::find_if(const Points& from, const Points& to, double radius,
                               const Keep& keep) {
    const Eigen::MatrixXi &triangles = surface_.triangles(), &edges = surface_.edges();
    trees_.refit(from, to);
    const auto box_of = [&](const auto& vertices) {
        return SurfaceTrees::box_of(vertices, from, to);
    };
    const Eigen::Vector3d around = Eigen::Vector3d::Constant(radius);
    const auto widened = [&](const Box& box) {
        return Box(box.min() - around, box.max() + around);
    };
    Candidates found;
    found.radius = radius;
    found.vertex_triangle =
        gathered<std::array<int, 2>>(surface_.n_vertices(), [&](int v, auto& pairs) {
            if (surface_.triangles_at_vertex(v).empty()) return;
            trees_.triangles_near(surface_.body(v), widened(box_of(std::array{v})), [&](int t) {
                const int a = triangles(0, t), b = triangles(1, t), c = triangles(2, t);
                if (a != v && b != v && c != v &&
                    keep(StencilKind::vertex_triangle, std::array{v, a, b, c}))
                    pairs.push_back({v, t});
            });
        });
    found.edge_edge = gathered<std::array<int, 2>>(surface_.n_edges(), [&](int e, auto& pairs) {
        const int a = edges(0, e), b = edges(1, e);
        trees_.edges_near(surface_.body(a), widened(box_of(edges.col(e))), [&](int f) {
            if (f <= e) return;
            const int c = edges(0, f), d = edges(1, f);
            if (c != a && c != b && d != a && d != b &&
                keep(StencilKind::edge_edge, std::array{a, b, c, d}))
                pairs.push_back({e, f});
        });
    });
    found.sphere_triangle =
        gathered<std::array<int, 2>>(int(surface_.spheres().size()), [&](int s, auto& pairs) {
            const auto [center, sphere_radius] = surface_.spheres()[std::size_t(s)];
            const Eigen::Vector3d reach = Eigen::Vector3d::Constant(sphere_radius);
            const Box box = widened(box_of(std::array{center}));
            trees_.triangles_near(surface_.body(center), Box(box.min() - reach, box.max() + reach),
                                  [&](int t) {
                                      pairs.push_back({s, t});
                                  });
        });
    found.plane_vertex =
        gathered<std::array<int, 2>>(int(surface_.planes().size()), [&](int p, auto& pairs) {
            const CollisionSurface::Plane& plane = surface_.planes()[std::size_t(p)];
            const auto height = [&](int v, const Points& x) {
                return plane.outward.dot(x.col(v) - x.col(plane.vertex));
            };
            for (int v = 0; v < surface_.n_vertices(); ++v)
                if (!surface_.is_obstacle(v) && std::min(height(v, from), height(v, to)) < radius)
                    pairs.push_back({p, v});
        });
    return found;
}

}  // namespace sinew
