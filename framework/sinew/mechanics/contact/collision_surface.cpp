#include <algorithm>
#include <array>
#include <Eigen/Geometry>
#include <numeric>
#include <sinew/mechanics/contact/collision_surface.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/system/visual_points.hpp>

namespace sinew {
namespace {

/// Puts vertices that are nearer than `tolerance` [m] to one another at the same position, that of
/// the first along x.
void snap_together(Points& x, double tolerance) {
    std::vector<int> order(static_cast<std::size_t>(x.cols()));
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](int i, int j) { return std::pair(x(0, i), i) < std::pair(x(0, j), j); });
    const Points given = x;
    for (std::size_t i = 0; i < order.size(); ++i)
        for (std::size_t j = i + 1; j < order.size(); ++j) {
            if (given(0, order[j]) - given(0, order[i]) > tolerance) break;
            if ((given.col(order[j]) - given.col(order[i])).norm() <= tolerance)
                x.col(order[j]) = x.col(order[i]);
        }
}

}  // namespace

IndexLists::IndexLists(const Eigen::MatrixXi& items, int n_lists)
    : first_(std::size_t(n_lists) + 1, 0), values_(std::size_t(items.size())) {
    for (const int i : items.reshaped()) ++first_[std::size_t(i) + 1];
    for (std::size_t i = 0; i < std::size_t(n_lists); ++i) first_[i + 1] += first_[i];
    std::vector<int> next(first_.begin(), first_.end() - 1);
    for (int k = 0; k < int(items.cols()); ++k)
        for (const int i : items.col(k)) values_[std::size_t(next[std::size_t(i)]++)] = k;
}

SurfacePart SurfacePart::skin(const Body& body, int number) {
    SurfacePart part;
    const std::vector<int>& nodes = body.skin.nodes;
    part.rest = body.mesh.positions(Eigen::all, nodes);
    std::vector<int> vertex_of(std::size_t(body.mesh.n_nodes()), -1);
    for (std::size_t v = 0; v < nodes.size(); ++v) {
        vertex_of[std::size_t(nodes[v])] = int(v);
        part.points.push_back(MaterialPoint::at_node(number, nodes[v]));
    }
    part.triangles =
        body.skin.triangles.unaryExpr([&](int node) { return vertex_of[std::size_t(node)]; });
    return part;
}

std::vector<SurfacePart> SurfacePart::skins(const std::vector<Body*>& bodies) {
    std::vector<SurfacePart> parts;
    for (const Body* body : bodies) parts.push_back(skin(*body, int(parts.size())));
    return parts;
}

SurfacePart SurfacePart::visual(const VisualSurface& surface, int number) {
    constexpr double same_position = 1e-8;
    SurfaceMesh merged = surface.rest;
    snap_together(merged.positions,
                  same_position * bounding_box(merged.positions).diagonal().norm());
    merge_coincident(merged);
    SurfacePart part;
    for (const Embedding& embedding : embed(*surface.body, merged.positions)) {
        part.points.push_back(material_point(embedding));
        part.points.back().body = number;
    }
    part.rest = std::move(merged.positions);
    part.triangles = std::move(merged.triangles);
    return part;
}

CollisionSurface::CollisionSurface(Points rest, Eigen::MatrixXi triangles,
                                   std::vector<int> body_of_vertex)
    : rest_(std::move(rest)), triangles_(std::move(triangles)), body_(std::move(body_of_vertex)) {
    is_obstacle_.assign(body_.empty() ? 0 : std::size_t(body_.back()) + 1, false);
    connect();
}

CollisionSurface::CollisionSurface(const std::vector<SurfacePart>& parts) {
    Eigen::Index n = 0, m = 0;
    for (const SurfacePart& part : parts) {
        n += part.rest.cols();
        m += part.triangles.cols();
    }
    rest_.resize(3, n);
    triangles_.resize(3, m);
    Eigen::Index vertex = 0, triangle = 0;
    for (const SurfacePart& part : parts) {
        if (part.radius > 0) spheres_.push_back({int(vertex), part.radius});
        if (part.outward) planes_.push_back({int(vertex), *part.outward});
        rest_.middleCols(vertex, part.rest.cols()) = part.rest;
        triangles_.middleCols(triangle, part.triangles.cols()) =
            part.triangles.array() + int(vertex);
        points_.insert(points_.end(), part.points.begin(), part.points.end());
        body_.insert(body_.end(), std::size_t(part.rest.cols()), int(is_obstacle_.size()));
        is_obstacle_.push_back(part.is_obstacle);
        vertex += part.rest.cols();
        triangle += part.triangles.cols();
    }
    connect();
}

void CollisionSurface::connect() {
    // Sides of triangles by their ends, the smaller first: those that are alike are one edge.
    struct Side {
        int a, b, triangle, corner;
        auto ends() const { return std::pair(a, b); }
    };
    std::vector<Side> sides;
    for (int t = 0; t < n_triangles(); ++t)
        for (int k = 0; k < 3; ++k) {
            const int a = triangles_(k, t), b = triangles_((k + 1) % 3, t);
            sides.push_back({std::min(a, b), std::max(a, b), t, k});
        }
    std::stable_sort(sides.begin(), sides.end(),
                     [](const Side& s, const Side& t) { return s.ends() < t.ends(); });
    edges_of_triangles_.resize(3, n_triangles());
    std::vector<int> ends;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        if (i == 0 || sides[i - 1].ends() != sides[i].ends())
            ends.insert(ends.end(), {sides[i].a, sides[i].b});
        edges_of_triangles_(sides[i].corner, sides[i].triangle) = int(ends.size()) / 2 - 1;
    }
    edges_ = Eigen::Map<Eigen::MatrixXi>(ends.data(), 2, Eigen::Index(ends.size()) / 2);
    triangles_at_vertex_ = IndexLists(triangles_, n_vertices());
    triangles_at_edge_ = IndexLists(edges_of_triangles_, n_edges());
    edges_at_vertex_ = IndexLists(edges_, n_vertices());

    vertex_areas_.assign(std::size_t(n_vertices()), 0);
    edge_areas_.assign(std::size_t(n_edges()), 0);
    for (int t = 0; t < n_triangles(); ++t) {
        const Eigen::Vector3d a = rest_.col(triangles_(0, t));
        const double third =
            (rest_.col(triangles_(1, t)) - a).cross(rest_.col(triangles_(2, t)) - a).norm() / 6;
        triangle_areas_.push_back(3 * third);
        for (int k = 0; k < 3; ++k) {
            vertex_areas_[std::size_t(triangles_(k, t))] += third;
            edge_areas_[std::size_t(edges_of_triangles_(k, t))] += third;
        }
    }
    for (const auto edge : edges_.colwise())
        edge_lengths_.push_back((rest_.col(edge[1]) - rest_.col(edge[0])).norm());
    std::vector<int> n_of_body(is_obstacle_.size(), 0);
    mean_areas_.assign(is_obstacle_.size(), 0);
    for (int v = 0; v < n_vertices(); ++v) {
        mean_areas_[std::size_t(body(v))] += vertex_area(v);
        ++n_of_body[std::size_t(body(v))];
    }
    for (std::size_t b = 0; b < mean_areas_.size(); ++b) mean_areas_[b] /= n_of_body[b];
}

double CollisionSurface::mean_edge() const {
    double sum = 0;
    int n = 0;
    for (int e = 0; e < n_edges(); ++e) {
        if (is_obstacle(edges_(0, e))) continue;
        sum += edge_length(e);
        ++n;
    }
    return sum / n;
}

}  // namespace sinew
