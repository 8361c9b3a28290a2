#include <algorithm>
#include <array>
#include <Eigen/Geometry>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/contact/closest_points.hpp>
#include <sinew/mechanics/mesh/triangle.hpp>

namespace sinew {
namespace {

/// A vertex, and the point (1 - u) a + u b of an edge; `sign`: 1 if the vertex is on the first
/// side.
struct VertexAndEdge {
    int vertex, a, b;
    double u, sign;

    double distance2(const Stencil& x) const {
        return (x.col(vertex) - (1 - u) * x.col(a) - u * x.col(b)).squaredNorm();
    }
    ClosestPoints points() const {
        ClosestPoints closest{Eigen::Vector4d::Zero(), Eigen::Matrix<double, 4, 2>::Zero()};
        closest.weights[vertex] = -sign;
        closest.weights[a] += sign * (1 - u);
        closest.weights[b] += sign * u;
        if (u <= 0 || u >= 1) return closest;
        closest.variation(a, 0) = -1;
        closest.variation(b, 0) = 1;
        closest.n_free = 1;
        return closest;
    }
};

/// A vertex and the point of an edge that is closest to it.
VertexAndEdge vertex_and_edge(const Stencil& x, int vertex, int a, int b, double sign) {
    const Eigen::Vector3d along = x.col(b) - x.col(a);
    const double length2 = along.squaredNorm();
    const double u =
        length2 > 0 ? std::clamp((x.col(vertex) - x.col(a)).dot(along) / length2, 0.0, 1.0) : 0;
    return {vertex, a, b, u, sign};
}

/// Whichever of some is closest; of equals the first.
template <std::size_t n>
const VertexAndEdge& closest_of(const std::array<VertexAndEdge, n>& some, const Stencil& x) {
    std::array<double, n> distances2;
    for (std::size_t k = 0; k < n; ++k) distances2[k] = some[k].distance2(x);
    return some[std::size_t(std::min_element(distances2.begin(), distances2.end()) -
                            distances2.begin())];
}

/// True if rounding decides which points of a triangle are inside it.
bool is_sliver(const Stencil& x) {
    const Eigen::Vector3d p = x.col(2) - x.col(1), q = x.col(3) - x.col(1);
    return p.cross(q).squaredNorm() < 1e-12 * p.squaredNorm() * q.squaredNorm();
}

ClosestPoints vertex_and_triangle(const Stencil& x) {
    if (is_sliver(x)) {
        const std::array sides{vertex_and_edge(x, 0, 1, 2, 1), vertex_and_edge(x, 0, 2, 3, 1),
                               vertex_and_edge(x, 0, 3, 1, 1)};
        return closest_of(sides, x).points();
    }
    const Eigen::Vector3d w = nearest_in_triangle(x.col(0), x.col(1), x.col(2), x.col(3));
    for (int k = 0; k < 3; ++k) {
        if (w[k] != 0) continue;
        const int a = (k + 1) % 3, b = (k + 2) % 3;
        return VertexAndEdge{0, 1 + a, 1 + b, w[b], 1}.points();
    }
    ClosestPoints closest;
    closest.weights << -1, w;
    closest.variation << 0, 0, -1, -1, 1, 0, 0, 1;
    closest.n_free = 2;
    return closest;
}

/// The stationary point of two lines if it is inside both edges, unless they are so nearly parallel
/// that rounding may have moved it and an end is as close.
ClosestPoints edge_and_edge(const Stencil& x) {
    const Eigen::Vector3d p = x.col(1) - x.col(0), q = x.col(3) - x.col(2), r = x.col(2) - x.col(0);
    const double pp = p.squaredNorm(), qq = q.squaredNorm(), pq = p.dot(q);
    const double determinant = pp * qq - pq * pq;
    const double s = p.dot(r) * qq - q.dot(r) * pq, t = p.dot(r) * pq - q.dot(r) * pp;
    const bool is_inside = s > 0 && s < determinant && t > 0 && t < determinant;
    ClosestPoints inside;
    if (is_inside) {
        const double u = s / determinant, v = t / determinant;
        inside.weights << -(1 - u), -u, 1 - v, v;
        inside.variation << 1, 0, -1, 0, 0, -1, 0, 1;
        inside.n_free = 2;
        if (determinant > 1e-6 * pp * qq) return inside;
    }
    const std::array ends{vertex_and_edge(x, 0, 2, 3, 1), vertex_and_edge(x, 1, 2, 3, 1),
                          vertex_and_edge(x, 2, 0, 1, -1), vertex_and_edge(x, 3, 0, 1, -1)};
    const VertexAndEdge& end = closest_of(ends, x);
    return is_inside && inside.difference(x).squaredNorm() < end.distance2(x) ? inside
                                                                              : end.points();
}

}  // namespace

ClosestPoints closest_points(StencilKind kind, const Stencil& x) {
    switch (kind) {
        case StencilKind::vertex_vertex:
            return VertexAndEdge{0, 1, 1, 0, 1}.points();
        case StencilKind::vertex_edge:
            return vertex_and_edge(x, 0, 1, 2, 1).points();
        case StencilKind::vertex_triangle:
            return vertex_and_triangle(x);
        case StencilKind::edge_edge:
            return edge_and_edge(x);
        case StencilKind::vertex_plane:
            break;
    }
    SINEW_ASSERT(false, "a plane has no vertices that a stencil knows");
}

double distance(StencilKind kind, const Stencil& x) {
    return closest_points(kind, x).difference(x).norm();
}

/// The plane of a triangle, or between two lines, bounds the distance from below; of a sliver, or
/// of lines that are parallel but for round-off, no plane is known.
bool distance_is_below(StencilKind kind, const Stencil& x, double radius) {
    const bool edges = kind == StencilKind::edge_edge;
    const Eigen::Vector3d p = edges ? x.col(1) - x.col(0) : x.col(2) - x.col(1),
                          q = edges ? x.col(3) - x.col(2) : x.col(3) - x.col(1), n = p.cross(q);
    const double height = n.dot(edges ? x.col(2) - x.col(0) : x.col(0) - x.col(1));
    const bool has_plane = n.squaredNorm() > 1e-12 * p.squaredNorm() * q.squaredNorm();
    if (has_plane && height * height > radius * radius * n.squaredNorm()) return false;
    return closest_points(kind, x).difference(x).squaredNorm() < radius * radius;
}

}  // namespace sinew
