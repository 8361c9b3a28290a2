/// The triangulated skins of some bodies as one surface for contact: what may collide.
#pragma once

#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/system/points.hpp>
#include <span>
#include <vector>

namespace sinew {

/// Lists of whole numbers, one for each item, in one array.
class IndexLists {
public:
    IndexLists() = default;
    /// lists[i] are the columns of `items` (rows x n) that hold i, ascending.
    IndexLists(const Eigen::MatrixXi& items, int n_lists);

    std::span<const int> operator[](int i) const {
        return {values_.data() + first_[std::size_t(i)],
                std::size_t(first_[std::size_t(i) + 1] - first_[std::size_t(i)])};
    }

private:
    std::vector<int> first_{0}, values_;
};

/// Vertices, edges and triangles, with their areas at rest. Vertices count body by body, in each
/// along Boundary::nodes.
class CollisionSurface {
public:
    /// The skins of these bodies, in their order.
    explicit CollisionSurface(const std::vector<Body*>& bodies);
    /// A surface of positions at rest (3 x n [m]), triangles (3 x m) and the body of each vertex.
    CollisionSurface(Points rest, Eigen::MatrixXi triangles, std::vector<int> body_of_vertex);

    int n_vertices() const { return int(rest_.cols()); }
    int n_edges() const { return int(edges_.cols()); }
    int n_triangles() const { return int(triangles_.cols()); }

    const Points& rest() const { return rest_; }                     ///< 3 x n_vertices [m]
    const Eigen::MatrixXi& edges() const { return edges_; }          ///< 2 x n_edges
    const Eigen::MatrixXi& triangles() const { return triangles_; }  ///< 3 x n_triangles
    /// Edges of each triangle, 3 x n_triangles: k is that from corner k to the next.
    const Eigen::MatrixXi& edges_of_triangles() const { return edges_of_triangles_; }
    std::span<const int> triangles_at_edge(int edge) const { return triangles_at_edge_[edge]; }
    std::span<const int> triangles_at_vertex(int vertex) const {
        return triangles_at_vertex_[vertex];
    }
    std::span<const int> edges_at_vertex(int vertex) const { return edges_at_vertex_[vertex]; }

    /// A third of the triangles at a vertex, at rest [m^2].
    double vertex_area(int vertex) const { return vertex_areas_[std::size_t(vertex)]; }
    /// A third of the triangles at an edge, at rest [m^2].
    double edge_area(int edge) const { return edge_areas_[std::size_t(edge)]; }
    /// Mean length of the edges at rest [m].
    double mean_edge() const;

    /// The body of a vertex, counted along those that it was made of.
    int body(int vertex) const { return body_[std::size_t(vertex)]; }
    /// A vertex as a point of its body; only of a surface that was made of bodies.
    const MaterialPoint& point(int vertex) const { return points_[std::size_t(vertex)]; }

private:
    void connect();

    Points rest_;
    Eigen::MatrixXi edges_, triangles_, edges_of_triangles_;
    IndexLists triangles_at_edge_, triangles_at_vertex_, edges_at_vertex_;
    std::vector<double> vertex_areas_, edge_areas_;
    std::vector<int> body_;
    std::vector<MaterialPoint> points_;
};

}  // namespace sinew
