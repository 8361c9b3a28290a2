#include <algorithm>
#include <array>
#include <Eigen/Geometry>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/contact/closest_points.hpp>
#include <sinew/mechanics/mesh/triangle.hpp>

namespace sinew {
namespace {

/// Columns of an edge's ends, and the point (1 - u) a + u b.
struct OnEdge {
    int a, b;
    double u;
};

double parameter_on(const Stencil& x, int vertex, int a, int b) {
    const Eigen::Vector3d along = x.col(b) - x.col(a);
    const double length2 = along.squaredNorm();
    return length2 > 0 ? std::clamp((x.col(vertex) - x.col(a)).dot(along) / length2, 0.0, 1.0) : 0;
}

/// A vertex and a point of an edge; `sign`: 1 if the vertex is on the first side.
ClosestPoints vertex_and_edge(int vertex, const OnEdge& at, double sign) {
    ClosestPoints closest{Eigen::Vector4d::Zero(), Eigen::Matrix<double, 4, 2>::Zero()};
    closest.weights[vertex] = -sign;
    closest.weights[at.a] += sign * (1 - at.u);
    closest.weights[at.b] += sign * at.u;
    if (at.u <= 0 || at.u >= 1) return closest;
    closest.variation(at.a, 0) = -1;
    closest.variation(at.b, 0) = 1;
    closest.n_free = 1;
    return closest;
}

/// Whichever of some is closest; of equals the first.
template <std::size_t n>
const ClosestPoints& closest_of(const std::array<ClosestPoints, n>& some, const Stencil& x) {
    const auto distance2 = [&](const ClosestPoints& c) { return c.difference(x).squaredNorm(); };
    return *std::min_element(some.begin(), some.end(), [&](const auto& a, const auto& b) {
        return distance2(a) < distance2(b);
    });
}

/// True if rounding decides which points of a triangle are inside it.
bool is_sliver(const Stencil& x) {
    const Eigen::Vector3d p = x.col(2) - x.col(1), q = x.col(3) - x.col(1);
    return p.cross(q).squaredNorm() < 1e-12 * p.squaredNorm() * q.squaredNorm();
}

ClosestPoints vertex_and_triangle(const Stencil& x) {
    if (is_sliver(x)) {
        const std::array<ClosestPoints, 3> sides{
            vertex_and_edge(0, {1, 2, parameter_on(x, 0, 1, 2)}, 1),
            vertex_and_edge(0, {2, 3, parameter_on(x, 0, 2, 3)}, 1),
            vertex_and_edge(0, {3, 1, parameter_on(x, 0, 3, 1)}, 1)};
        return closest_of(sides, x);
    }
    const Eigen::Vector3d w = nearest_in_triangle(x.col(0), x.col(1), x.col(2), x.col(3));
    for (int k = 0; k < 3; ++k) {
        if (w[k] != 0) continue;
        const int a = (k + 1) % 3, b = (k + 2) % 3;
        return vertex_and_edge(0, {1 + a, 1 + b, w[b]}, 1);
    }
    ClosestPoints closest;
    closest.weights << -1, w;
    closest.variation << 0, 0, -1, -1, 1, 0, 0, 1;
    closest.n_free = 2;
    return closest;
}

/// The stationary point of two lines if it is inside both edges, unless an end is as close, as it
/// may be in rounding of edges that are nearly parallel.
ClosestPoints edge_and_edge(const Stencil& x) {
    const std::array<ClosestPoints, 4> ends{
        vertex_and_edge(0, {2, 3, parameter_on(x, 0, 2, 3)}, 1),
        vertex_and_edge(1, {2, 3, parameter_on(x, 1, 2, 3)}, 1),
        vertex_and_edge(2, {0, 1, parameter_on(x, 2, 0, 1)}, -1),
        vertex_and_edge(3, {0, 1, parameter_on(x, 3, 0, 1)}, -1)};
    const ClosestPoints& end = closest_of(ends, x);
    const Eigen::Vector3d p = x.col(1) - x.col(0), q = x.col(3) - x.col(2), r = x.col(2) - x.col(0);
    const double pp = p.squaredNorm(), qq = q.squaredNorm(), pq = p.dot(q);
    const double determinant = pp * qq - pq * pq;
    const double s = p.dot(r) * qq - q.dot(r) * pq, t = p.dot(r) * pq - q.dot(r) * pp;
    if (!(s > 0 && s < determinant && t > 0 && t < determinant)) return end;
    const double u = s / determinant, v = t / determinant;
    ClosestPoints inside;
    inside.weights << -(1 - u), -u, 1 - v, v;
    inside.variation << 1, 0, -1, 0, 0, -1, 0, 1;
    inside.n_free = 2;
    return closest_of(std::array{end, inside}, x);
}

}  // namespace

ClosestPoints closest_points(StencilKind kind, const Stencil& x) {
    switch (kind) {
        case StencilKind::vertex_vertex:
            return vertex_and_edge(0, {1, 1, 0}, 1);
        case StencilKind::vertex_edge:
            return vertex_and_edge(0, {1, 2, parameter_on(x, 0, 1, 2)}, 1);
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
