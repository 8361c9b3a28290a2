#include <algorithm>
#include <atomic>
#include <sinew/mechanics/contact/surface_ccd.hpp>

namespace sinew {
namespace {

/// Lowers `least` to `value` if that is lower.
void lower(std::atomic<double>& least, double value) {
    double seen = least.load(std::memory_order_relaxed);
    while (value < seen && !least.compare_exchange_weak(seen, value, std::memory_order_relaxed)) {
    }
}

}  // namespace

/// The least of all, in whatever order they are looked at.
double largest_step(const CollisionSurface& surface, const Candidates& candidates,
                    const Points& from, const Points& to, const CcdLimits& limits) {
    std::atomic<double> least = 1;
    const auto look_at = [&](StencilKind kind, const std::array<int, 4>& vertices) {
        lower(least,
              largest_step(kind, from(Eigen::all, vertices), to(Eigen::all, vertices), limits));
    };
    const Eigen::MatrixXi &triangles = surface.triangles(), &edges = surface.edges();
    parallel_for_dynamic(candidates.vertex_triangle.size(), 256, [&](std::size_t k) {
        const auto [v, t] = candidates.vertex_triangle[k];
        look_at(StencilKind::vertex_triangle,
                {v, triangles(0, t), triangles(1, t), triangles(2, t)});
    });
    parallel_for_dynamic(candidates.edge_edge.size(), 256, [&](std::size_t k) {
        const auto [e, f] = candidates.edge_edge[k];
        look_at(StencilKind::edge_edge, {edges(0, e), edges(1, e), edges(0, f), edges(1, f)});
    });
    return least;
}

}  // namespace sinew
