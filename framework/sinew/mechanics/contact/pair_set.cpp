#include <omp.h>

#include <algorithm>
#include <numbers>
#include <sinew/mechanics/contact/closest_points.hpp>
#include <sinew/mechanics/contact/edge_mollifier.hpp>
#include <sinew/mechanics/contact/pair_set.hpp>
#include <span>

namespace sinew {
namespace {

/// A feature as a stencil beside a vertex, and what is counted of its distance.
struct Term {
    StencilKind kind;
    int feature;
    double activation;
    double count;
};

void make_unique(std::vector<int>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

/// The pairs of one vertex with triangles, edges and vertices: work space for all vertices.
class VertexPairs {
public:
    VertexPairs(const CollisionSurface& surface, const Points& x, double thickness,
                const Exclusions& exclusions)
        : surface_(surface), x_(x), thickness_(thickness), exclusions_(exclusions) {}

    /// Appends the pairs of vertex v; `near`: all triangles within the thickness that do not
    /// contain it.
    template <class Triangles>
    void append(int v, const Triangles& near, PairSet& pairs) {
        vertex_ = v;
        terms_.clear();
        edges_.clear();
        corners_.clear();
        for (const int t : near) add_triangle(t);
        if (terms_.empty()) return;
        make_unique(edges_);
        make_unique(corners_);
        for (const int e : edges_) add_edge(e);
        for (const int u : corners_) add_corner(u);
        for (const Term& term : terms_)
            if (term.count != 0) pairs.push_back(pair_of(term));
    }

private:
    ContactPair pair_of(const Term& term) const {
        ContactPair pair;
        pair.kind = term.kind;
        pair.activation = term.activation;
        pair.vertices = vertices_of(term.kind, term.feature);
        pair.weight = 0.5 * term.count * surface_.share(vertex_, pair.vertices[1]) *
                      surface_.vertex_area(vertex_);
        return pair;
    }

    std::array<int, 4> vertices_of(StencilKind kind, int feature) const {
        if (kind == StencilKind::vertex_vertex) return {vertex_, feature, feature, feature};
        if (kind == StencilKind::vertex_edge) {
            const auto ends = surface_.edges().col(feature);
            return {vertex_, ends[0], ends[1], ends[1]};
        }
        const auto corners = surface_.triangles().col(feature);
        return {vertex_, corners[0], corners[1], corners[2]};
    }

    ClosestPoints closest(StencilKind kind, int feature, double& distance) const {
        const Stencil x = x_(Eigen::all, vertices_of(kind, feature));
        const ClosestPoints found = closest_points(kind, x);
        distance = found.difference(x).norm();
        return found;
    }

    /// True if a triangle contains the vertex, or does not touch it.
    bool is_left_out(int t) const {
        const auto corners = surface_.triangles().col(t);
        return (corners.array() == vertex_).any() ||
               !exclusions_.touch(std::span(&vertex_, 1), std::span(corners.data(), 3));
    }

    double activation(int t) const {
        const auto corners = surface_.triangles().col(t);
        if (surface_.body(vertex_) != surface_.body(corners[0])) return thickness_;
        const Stencil rest =
            surface_.rest()(Eigen::all, vertices_of(StencilKind::vertex_triangle, t));
        return std::min(thickness_, 0.5 * distance(StencilKind::vertex_triangle, rest));
    }

    /// The least activation of those of these triangles that are not left out, and their number.
    std::pair<double, int> activation_of(std::span<const int> triangles) const {
        double least = thickness_;
        int n = 0;
        for (const int t : triangles) {
            if (is_left_out(t)) continue;
            least = std::min(least, activation(t));
            ++n;
        }
        return {least, n};
    }

    void add(StencilKind kind, int feature, double activation, double count) {
        for (Term& term : terms_)
            if (term.kind == kind && term.feature == feature && term.activation == activation) {
                term.count += count;
                return;
            }
        terms_.push_back({kind, feature, activation, count});
    }

    void add_triangle(int t) {
        if (is_left_out(t)) return;
        double d = 0;
        const ClosestPoints at = closest(StencilKind::vertex_triangle, t, d);
        if (!(d < thickness_)) return;
        const double delta = activation(t);
        if (!(d < delta)) return;
        const auto corners = surface_.triangles().col(t);
        const auto sides = surface_.edges_of_triangles().col(t);
        edges_.insert(edges_.end(), sides.begin(), sides.end());
        corners_.insert(corners_.end(), corners.begin(), corners.end());
        if (at.n_free == 2) return add(StencilKind::vertex_triangle, t, delta, 1);
        for (int k = 0; k < 3; ++k) {
            if (at.n_free == 0 && at.weights[1 + k] == 1)
                return add(StencilKind::vertex_vertex, corners[k], delta, 1);
            if (at.n_free == 1 && at.weights[1 + k] == 0)
                return add(StencilKind::vertex_edge, sides[(k + 1) % 3], delta, 1);
        }
    }

    /// Takes away how often triangles count an edge beyond once.
    void add_edge(int e) {
        const auto [delta, n] = activation_of(surface_.triangles_at_edge(e));
        if (n == 1) return;
        double d = 0;
        const ClosestPoints at = closest(StencilKind::vertex_edge, e, d);
        if (!(d < delta)) return;
        if (at.n_free == 1) return add(StencilKind::vertex_edge, e, delta, 1 - n);
        add(StencilKind::vertex_vertex, surface_.edges()(at.weights[1] == 1 ? 0 : 1, e), delta,
            1 - n);
    }

    /// And how often triangles and edges count a corner.
    void add_corner(int u) {
        const auto [delta, n] = activation_of(surface_.triangles_at_vertex(u));
        double d = 0;
        closest(StencilKind::vertex_vertex, u, d);
        if (!(d < delta)) return;
        int count = 1 - n;
        for (const int e : surface_.edges_at_vertex(u)) {
            int at_edge = 0;
            for (const int t : surface_.triangles_at_edge(e)) at_edge += !is_left_out(t);
            if (at_edge > 0) count -= 1 - at_edge;
        }
        if (count != 0) add(StencilKind::vertex_vertex, u, delta, count);
    }

    const CollisionSurface& surface_;
    const Points& x_;
    double thickness_;
    const Exclusions& exclusions_;
    int vertex_ = 0;
    std::vector<Term> terms_;
    std::vector<int> edges_, corners_;
};

/// The pairs of the vertices of candidates first to last, which hold all of each of these.
void append_of_vertices(const CollisionSurface& surface, const Points& x, double thickness,
                        const Exclusions& exclusions,
                        std::span<const std::array<int, 2>> candidates, PairSet& pairs) {
    VertexPairs of_vertex(surface, x, thickness, exclusions);
    std::vector<int> near;
    for (std::size_t k = 0; k < candidates.size();) {
        const int v = candidates[k][0];
        near.clear();
        for (; k < candidates.size() && candidates[k][0] == v; ++k)
            near.push_back(candidates[k][1]);
        of_vertex.append(v, near, pairs);
    }
}

/// Half of the area that two edges stand for where they cross. Beside each other at random, two
/// edges of lengths l and m cross in a share 2 l m/(pi S) of all cases on an area S, and are nearer
/// than r in a share that is larger by 2 r (l + m)/S: so the sum over all pairs is half of S, with
/// r = 0.29 delta, the mean over the barrier.
double crossing_weight(const CollisionSurface& surface, int e, int f, double thickness) {
    const double l = surface.edge_length(e), m = surface.edge_length(f);
    const double crossing = 2 / std::numbers::pi * l * m + 2 * 0.29 * thickness * (l + m);
    return 0.5 * surface.edge_area(e) * surface.edge_area(f) / crossing;
}

void append_of_edges(const CollisionSurface& surface, const Points& x, double thickness,
                     const Exclusions& exclusions, std::span<const std::array<int, 2>> candidates,
                     PairSet& pairs) {
    const Eigen::MatrixXi& edges = surface.edges();
    for (const auto& [e, f] : candidates) {
        ContactPair pair;
        pair.kind = StencilKind::edge_edge;
        pair.vertices = {edges(0, e), edges(1, e), edges(0, f), edges(1, f)};
        if (!exclusions.touch(std::span(pair.vertices).first(2), std::span(pair.vertices).last(2)))
            continue;
        const double d = distance(pair.kind, pair.stencil(x));
        if (!(d < thickness)) continue;
        const Stencil rest = pair.stencil(surface.rest());
        const bool one_body = surface.body(edges(0, e)) == surface.body(edges(0, f));
        pair.activation =
            one_body ? std::min(thickness, 0.5 * distance(pair.kind, rest)) : thickness;
        if (!(d < pair.activation)) continue;
        pair.weight = crossing_weight(surface, e, f, thickness);
        pair.parallel = parallel_threshold(rest);
        pairs.push_back(pair);
    }
}

/// The pairs of the spheres: candidates are by sphere.
void append_of_spheres(const CollisionSurface& surface, const Points& x, double thickness,
                       const Exclusions& exclusions, std::span<const std::array<int, 2>> candidates,
                       PairSet& pairs) {
    const auto add = [&](StencilKind kind, const std::array<int, 4>& vertices, double radius,
                         double area) {
        ContactPair pair;
        pair.kind = kind;
        pair.vertices = vertices;
        pair.radius = radius;
        pair.weight = 0.5 * area;
        pair.activation = thickness;
        if (pair.gap(x) < thickness) pairs.push_back(pair);
    };
    std::vector<int> corners;
    for (std::size_t k = 0; k < candidates.size();) {
        const int s = candidates[k][0];
        const auto [center, radius] = surface.spheres()[std::size_t(s)];
        corners.clear();
        for (; k < candidates.size() && candidates[k][0] == s; ++k) {
            const int t = candidates[k][1];
            const auto of_triangle = surface.triangles().col(t);
            if (!exclusions.touch(std::span(&center, 1), std::span(of_triangle.data(), 3)))
                continue;
            add(StencilKind::vertex_triangle,
                {center, of_triangle[0], of_triangle[1], of_triangle[2]}, radius,
                surface.triangle_area(t));
            corners.insert(corners.end(), of_triangle.begin(), of_triangle.end());
        }
        make_unique(corners);
        for (const int v : corners)
            add(StencilKind::vertex_vertex, {center, v, v, v}, radius, surface.vertex_area(v));
    }
}

void append_of_planes(const CollisionSurface& surface, const Points& x, double thickness,
                      const Exclusions& exclusions, std::span<const std::array<int, 2>> candidates,
                      PairSet& pairs) {
    for (const auto& [p, v] : candidates) {
        const CollisionSurface::Plane& plane = surface.planes()[std::size_t(p)];
        if (!exclusions.touch(std::span(&plane.vertex, 1), std::span(&v, 1))) continue;
        ContactPair pair;
        pair.kind = StencilKind::vertex_plane;
        pair.vertices = {v, plane.vertex, plane.vertex, plane.vertex};
        pair.outward = plane.outward;
        pair.weight = surface.vertex_area(v);
        pair.activation = thickness;
        if (pair.gap(x) < thickness) pairs.push_back(pair);
    }
}

/// The first candidate at or after `at` that is of another vertex than the one before it.
std::size_t first_of_vertex(const std::vector<std::array<int, 2>>& candidates, std::size_t at) {
    while (at > 0 && at < candidates.size() && candidates[at][0] == candidates[at - 1][0]) ++at;
    return at;
}

}  // namespace

double ContactPair::gap(const Points& x) const {
    if (kind == StencilKind::vertex_plane)
        return outward.dot(x.col(vertices[0]) - x.col(vertices[1]));
    return distance(kind, stencil(x)) - radius;
}

PairSet active_pairs(const CollisionSurface& surface, const Candidates& candidates, const Points& x,
                     double thickness, const Exclusions& exclusions) {
    const auto &of_vertices = candidates.vertex_triangle, &of_edges = candidates.edge_edge;
    const std::size_t n_most = static_cast<std::size_t>(omp_get_max_threads());
    std::vector<PairSet> vertex_shares(n_most), edge_shares(n_most);
    parallel_team_if(of_vertices.size() + of_edges.size() > 1000, [&](const TeamMember& member) {
        const std::size_t thread = std::size_t(member.thread);
        const auto [first, last] = member.share(of_vertices.size());
        const std::size_t begin = first_of_vertex(of_vertices, first),
                          end = first_of_vertex(of_vertices, last);
        append_of_vertices(surface, x, thickness, exclusions,
                           std::span(of_vertices).subspan(begin, end - begin),
                           vertex_shares[thread]);
        const auto [first_edge, last_edge] = member.share(of_edges.size());
        append_of_edges(surface, x, thickness, exclusions,
                        std::span(of_edges).subspan(first_edge, last_edge - first_edge),
                        edge_shares[thread]);
    });
    PairSet pairs;
    for (const auto* shares : {&vertex_shares, &edge_shares})
        for (const PairSet& share : *shares) pairs.insert(pairs.end(), share.begin(), share.end());
    append_of_spheres(surface, x, thickness, exclusions, candidates.sphere_triangle, pairs);
    append_of_planes(surface, x, thickness, exclusions, candidates.plane_vertex, pairs);
    return pairs;
}

}  // namespace sinew
