#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <sinew/mechanics/contact/surface_ccd.hpp>

namespace sinew {
namespace {

/// Lowers `least` to `value` if that is lower.
void lower(std::atomic<double>& least, double value) {
    double seen = least.load(std::memory_order_relaxed);
    while (value < seen && !least.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
}

/// Calls, for every candidate and on all threads, take(vertices, share) for what a
/// pair with these vertices may go.
template <class Take>
void for_each_candidate(const CollisionSurface& surface, const Candidates& candidates,
                        const Points& from, const Points& to, const CcdLimits& limits,
                        const Take& take) {
    const auto look_at = [&](StencilKind kind, const std::array<int, 4>& vertices,
                             const CcdLimits& of_pair) {
        take(vertices,
             largest_step(kind, from(Eigen::all, vertices), to(Eigen::all, vertices), of_pair));
    };
    const Eigen::MatrixXi &triangles = surface.triangles(), &edges = surface.edges();
    parallel_for_dynamic(candidates.vertex_triangle.size(), 256, [&](std::size_t k) {
        const auto [v, t] = candidates.vertex_triangle[k];
        look_at(StencilKind::vertex_triangle,
                {v, triangles(0, t), triangles(1, t), triangles(2, t)}, limits);
    });
    parallel_for_dynamic(candidates.edge_edge.size(), 256, [&](std::size_t k) {
        const auto [e, f] = candidates.edge_edge[k];
        look_at(StencilKind::edge_edge, {edges(0, e), edges(1, e), edges(0, f), edges(1, f)},
                limits);
    });
    parallel_for_dynamic(candidates.sphere_triangle.size(), 256, [&](std::size_t k) {
        const auto [s, t] = candidates.sphere_triangle[k];
        const auto [center, radius] = surface.spheres()[std::size_t(s)];
        CcdLimits of_sphere = limits;
        of_sphere.min_distance += radius;
        look_at(StencilKind::vertex_triangle,
                {center, triangles(0, t), triangles(1, t), triangles(2, t)}, of_sphere);
    });
    parallel_for_dynamic(candidates.plane_vertex.size(), 256, [&](std::size_t k) {
        const auto [p, v] = candidates.plane_vertex[k];
        const auto& [point, outward] = surface.planes()[std::size_t(p)];
        // Heights above a plane that does not turn change at a constant rate.
        const double first = outward.dot(from.col(v) - from.col(point)) - limits.min_distance,
                     last = outward.dot(to.col(v) - to.col(point)) - limits.min_distance;
        const double share = first <= 0 ? 0
                             : last >= limits.kept * first
                                 ? 1
                                 : (1 - limits.kept) * first / (first - last);
        take(std::array{v, point, point, point}, share);
    });
}

}  // namespace

/// The least of all, in whatever order they are looked at.
double largest_step(const CollisionSurface& surface, const Candidates& candidates,
                    const Points& from, const Points& to, const CcdLimits& limits) {
    std::atomic<double> least = 1;
    for_each_candidate(surface, candidates, from, to, limits,
                       [&](const auto&, double share) { lower(least, share); });
    return least;
}

FirstContact first_contact(const CollisionSurface& surface, const Candidates& candidates,
                           const Points& from, const Points& to, const CcdLimits& limits) {
    std::mutex mutex;
    FirstContact first;
    for_each_candidate(surface, candidates, from, to, limits,
                       [&](const std::array<int, 4>& vertices, double share) {
                           const std::lock_guard<std::mutex> lock(mutex);
                           if (std::pair(share, vertices) < std::pair(first.share, first.vertices))
                               first = {vertices, share};
                       });
    return first;
}

}  // namespace sinew
