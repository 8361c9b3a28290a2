#include <algorithm>
#include <array>
#include <Eigen/Geometry>
#include <sinew/mechanics/contact/collision_surface.hpp>

namespace sinew {

IndexLists::IndexLists(const Eigen::MatrixXi& items, int n_lists)
    : first_(std::size_t(n_lists) + 1, 0), values_(std::size_t(items.size())) {
    for (const int i : items.reshaped()) ++first_[std::size_t(i) + 1];
    for (std::size_t i = 0; i < std::size_t(n_lists); ++i) first_[i + 1] += first_[i];
    std::vector<int> next(first_.begin(), first_.end() - 1);
    for (int k = 0; k < int(items.cols()); ++k)
        for (const int i : items.col(k)) values_[std::size_t(next[std::size_t(i)]++)] = k;
}

CollisionSurface::CollisionSurface(Points rest, Eigen::MatrixXi triangles,
                                   std::vector<int> body_of_vertex)
    : rest_(std::move(rest)), triangles_(std::move(triangles)), body_(std::move(body_of_vertex)) {
    connect();
}

CollisionSurface::CollisionSurface(const std::vector<Body*>& bodies) {
    Eigen::Index n = 0, m = 0;
    for (const Body* body : bodies) {
        n += Eigen::Index(body->skin.nodes.size());
        m += body->skin.triangles.cols();
    }
    rest_.resize(3, n);
    triangles_.resize(3, m);
    Eigen::Index vertex = 0, triangle = 0;
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        const Body& body = *bodies[b];
        std::vector<int> number(std::size_t(body.mesh.n_nodes()), -1);
        for (const int node : body.skin.nodes) {
            number[std::size_t(node)] = int(vertex);
            rest_.col(vertex++) = body.mesh.positions.col(node);
            body_.push_back(int(b));
            points_.push_back(MaterialPoint::at_node(int(b), node));
        }
        for (const auto corners : body.skin.triangles.colwise())
            triangles_.col(triangle++) =
                corners.unaryExpr([&](int node) { return number[std::size_t(node)]; });
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
        for (int k = 0; k < 3; ++k) {
            vertex_areas_[std::size_t(triangles_(k, t))] += third;
            edge_areas_[std::size_t(edges_of_triangles_(k, t))] += third;
        }
    }
}

double CollisionSurface::mean_edge() const {
    double sum = 0;
    for (const auto ends : edges_.colwise())
        sum += (rest_.col(ends[1]) - rest_.col(ends[0])).norm();
    return sum / n_edges();
}

}  // namespace sinew
