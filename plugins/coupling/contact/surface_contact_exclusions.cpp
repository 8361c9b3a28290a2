/// The parts of the surface that contact leaves out: prescribed ones, what has intersected from the
/// start on, what is tied.

#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/run/log.hpp>

#include "surface_contact.hpp"

namespace sinew {

/// The set of vertices of prescribed motion may change from step to step, and with it which pairs
/// count: candidates are found anew then.
void SurfaceContact::find_prescribed(const PointMotion& motion) const {
    if (prescribed_are_known_) return;
    prescribed_are_known_ = true;
    std::vector<char> now(static_cast<std::size_t>(surface_.n_vertices()));
    for (int v = 0; v < surface_.n_vertices(); ++v)
        now[std::size_t(v)] = motion.is_prescribed(surface_.point(v));
    if (now == exclusions_.is_prescribed) return;
    exclusions_.is_prescribed = std::move(now);
    found_at_ = {};
}

/// False where an edge and a triangle may intersect though all pairs that act have been kept apart:
/// where they do not touch, and where prescribed parts have passed through each other: the edge
/// through a side of the triangle, or an end of it through the triangle.
bool SurfaceContact::is_avoidable(std::span<const int> edge, std::span<const int> triangle) const {
    const auto n_prescribed = [&](std::span<const int> vertices) {
        return std::count_if(vertices.begin(), vertices.end(),
                             [&](int v) { return exclusions_.prescribed(v); });
    };
    const auto of_edge = n_prescribed(edge), of_triangle = n_prescribed(triangle);
    return exclusions_.touch(edge, triangle) && !(of_edge == 2 && of_triangle >= 2) &&
           !(of_edge >= 1 && of_triangle == 3);
}

void SurfaceContact::leave_out(Candidates& candidates) const {
    const Eigen::MatrixXi &triangles = surface_.triangles(), &edges = surface_.edges();
    const auto triangle = [&](int t) { return std::span(triangles.col(t).data(), 3); };
    const auto edge = [&](int e) { return std::span(edges.col(e).data(), 2); };
    std::erase_if(candidates.vertex_triangle, [&](const auto& pair) {
        return !exclusions_.touch(std::span(&pair[0], 1), triangle(pair[1]));
    });
    std::erase_if(candidates.edge_edge, [&](const auto& pair) {
        return !exclusions_.touch(edge(pair[0]), edge(pair[1]));
    });
    std::erase_if(candidates.sphere_triangle, [&](const auto& pair) {
        const int center = surface_.spheres()[std::size_t(pair[0])].vertex;
        return !exclusions_.touch(std::span(&center, 1), triangle(pair[1]));
    });
    std::erase_if(candidates.plane_vertex, [&](const auto& pair) {
        const int point = surface_.planes()[std::size_t(pair[0])].vertex;
        return !exclusions_.touch(std::span(&point, 1), std::span(&pair[1], 1));
    });
}

int SurfaceContact::leave_out_intersections(const Points& x) {
    exclusions_.tangles = Tangles(surface_, x, intersections_at(x), penetrations_at(x));
    found_at_ = {};
    return exclusions_.tangles.count();
}

/// What neither intersects any more nor is nearer than contact acts at may touch again: then its
/// forces begin at zero.
void SurfaceContact::release_tangles(const Points& x, const std::vector<Intersection>& hits,
                                     const std::vector<Penetration>& penetrations) {
    if (exclusions_.tangles.empty()) return;
    const int n_before = exclusions_.tangles.count();
    std::vector<char> keeps(static_cast<std::size_t>(n_before), false);
    const auto keep = [&](std::span<const int> first, std::span<const int> second) {
        const int number = exclusions_.tangles.shared(first, second);
        if (number >= 0) keeps[std::size_t(number)] = true;
    };
    for (const Intersection& hit : hits)
        keep(std::span(surface_.edges().col(hit.edge).data(), 2),
             std::span(surface_.triangles().col(hit.triangle).data(), 3));
    for (const Penetration& hit : penetrations) keep(hit.vertices, std::span(&hit.obstacle, 1));
    for (const ContactPair& pair :
         active_pairs(surface_, broad_phase_.find(x, params_.thickness), x, params_.thickness)) {
        const std::span<const int> vertices = vertices_of(pair);
        const std::size_t n_first = std::size_t(n_on_first_side(pair.kind));
        keep(vertices.first(n_first), vertices.subspan(n_first));
    }
    exclusions_.tangles.keep(keeps);
    if (exclusions_.tangles.count() == n_before) return;
    found_at_ = {};
    log_info(fmt::format("{}: {} of the places that have intersected or been tied are left",
                         provenance.plugin, exclusions_.tangles.count()));
}

std::vector<Intersection> SurfaceContact::not_tied(std::vector<Intersection> hits) const {
    std::erase_if(hits, [&](const Intersection& hit) {
        return exclusions_.tied(std::span(surface_.edges().col(hit.edge).data(), 2),
                                std::span(surface_.triangles().col(hit.triangle).data(), 3));
    });
    return hits;
}

/// The side of a tie that each vertex is on, 1 or 2; 0 for neither. A vertex of a visual surface is
/// where any node is that carries it.
std::vector<char> SurfaceContact::sides_of(const Coupling& tie) const {
    const TiedNodes nodes = tie.tied_nodes();
    std::vector<char> sides(static_cast<std::size_t>(surface_.n_vertices()), 0);
    for (int v = 0; v < surface_.n_vertices(); ++v) {
        const Body* body = bodies_[std::size_t(surface_.body(v))];
        const MaterialPoint& point = surface_.point(v);
        const auto is_among = [&](const std::vector<int>& tied) {
            return std::any_of(point.nodes.begin(), point.nodes.begin() + point.n, [&](int node) {
                return std::binary_search(tied.begin(), tied.end(), node);
            });
        };
        if (body == tie.bodies()[0] && is_among(nodes.first)) sides[std::size_t(v)] = 1;
        if (body == tie.bodies()[1] && is_among(nodes.second)) sides[std::size_t(v)] = 2;
    }
    return sides;
}

std::size_t SurfaceContact::leave_out_ties(std::span<const Coupling* const> ties) {
    std::size_t n_tied = 0;
    for (const Coupling* tie : ties) {
        ties_.push_back(tie);
        tie_is_released_.push_back(false);
        exclusions_.ties.push_back(sides_of(*tie));
        for (const char side : exclusions_.ties.back()) n_tied += side != 0;
    }
    found_at_ = {};
    return n_tied;
}

/// What a tie has held together lies on each other when it ends: both sides are a tangle from then
/// on.
void SurfaceContact::release_ties(double t) {
    for (std::size_t k = 0; k < ties_.size(); ++k) {
        if (tie_is_released_[k] || !ties_[k]->common.is_over(t)) continue;
        std::vector<char>& sides = exclusions_.ties[k];
        std::vector<int> tied;
        for (int v = 0; v < surface_.n_vertices(); ++v)
            if (sides[std::size_t(v)] != 0) tied.push_back(v);
        if (!tied.empty()) exclusions_.tangles.add(surface_, tied);
        sides.assign(sides.size(), 0);
        tie_is_released_[k] = true;
        found_at_ = {};
    }
}

}  // namespace sinew
