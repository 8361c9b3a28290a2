/// The triangulated skins, or visual surfaces, of some bodies, and obstacles, as one surface for
/// contact: what may collide.
#pragma once

#include <optional>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/system/points.hpp>
#include <sinew/mechanics/visual/visual.hpp>
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

/// The part of the surface that one body brings: triangles, or a sphere or a plane without any.
struct SurfacePart {
    Points rest;                             ///< of its vertices, 3 x n [m]
    Eigen::MatrixXi triangles{3, 0};         ///< in numbers of its vertices
    std::vector<MaterialPoint> points;       ///< its vertices as points of a body; may be empty
    bool is_obstacle = false;                ///< its motion is prescribed
    double radius = 0;                       ///< of the sphere around its only vertex [m]
    std::optional<Eigen::Vector3d> outward;  ///< unit normal of the plane through its only vertex

    /// The skin of a body, whose number is `number` along Coupling::bodies: vertices along
    /// Boundary::nodes.
    static SurfacePart skin(const Body& body, int number);
    /// The skins of bodies, numbered in this order.
    static std::vector<SurfacePart> skins(const std::vector<Body*>& bodies);
    /// The visual surface of a body likewise. Vertices at the same position, to rounding, are one:
    /// files split them along seams of textures, and what is only drawn may fold to a point.
    static SurfacePart visual(const VisualSurface& surface, int number);
};

/// Vertices, edges and triangles, with their areas at rest; vertices count part by part.
class CollisionSurface {
public:
    /// A vertex as the centre of a sphere.
    struct Sphere {
        int vertex;
        double radius;  ///< [m]
    };
    /// A vertex as a point of a plane that does not turn.
    struct Plane {
        int vertex;
        Eigen::Vector3d outward;  ///< unit normal: on this side bodies may be
    };

    /// These parts, one a body, in their order.
    explicit CollisionSurface(const std::vector<SurfacePart>& parts);
    /// A surface of positions at rest (3 x n [m]), triangles (3 x m) and the body of each vertex.
    CollisionSurface(Points rest, Eigen::MatrixXi triangles, std::vector<int> body_of_vertex);

    const std::vector<Sphere>& spheres() const { return spheres_; }
    const std::vector<Plane>& planes() const { return planes_; }

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
    double edge_length(int edge) const {
        return edge_lengths_[std::size_t(edge)];
    }  ///< at rest [m]
    /// The triangle's area at rest [m^2].
    double triangle_area(int triangle) const { return triangle_areas_[std::size_t(triangle)]; }
    /// Mean length of the edges of bodies, without obstacles, at rest [m].
    double mean_edge() const;

    /// The body of a vertex, counted along those that it was made of.
    int body(int vertex) const { return body_[std::size_t(vertex)]; }
    /// Share of the area where two bodies touch that the vertices of the first stand for, in (0,
    /// 1): the more, the finer they are beside the other's.
    double share(int vertex, int of_other) const {
        const double own = mean_areas_[std::size_t(body(vertex))],
                     other = mean_areas_[std::size_t(body(of_other))];
        return other / (own + other);
    }
    /// True if the body of a vertex is an obstacle.
    bool is_obstacle(int vertex) const { return is_obstacle_[std::size_t(body(vertex))]; }
    /// A vertex as a point of its body; only of a surface that was made of such points.
    const MaterialPoint& point(int vertex) const { return points_[std::size_t(vertex)]; }

private:
    void connect();

    Points rest_;
    Eigen::MatrixXi edges_, triangles_, edges_of_triangles_;
    IndexLists triangles_at_edge_, triangles_at_vertex_, edges_at_vertex_;
    std::vector<double> vertex_areas_, edge_areas_, edge_lengths_, triangle_areas_;
    std::vector<double> mean_areas_;  ///< of the vertices of each body [m^2]
    std::vector<Sphere> spheres_;
    std::vector<Plane> planes_;
    std::vector<int> body_;
    std::vector<char> is_obstacle_;  ///< of each body
    std::vector<MaterialPoint> points_;
};

}  // namespace sinew
