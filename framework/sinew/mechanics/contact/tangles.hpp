/// Parts of surfaces that intersect at the start of a run, or when a tie lets them go: they are
/// left out of contact until they have come apart.
#pragma once

#include <sinew/mechanics/contact/surface_intersections.hpp>
#include <span>
#include <vector>

namespace sinew {

/// Sets of vertices where surfaces intersect: the ends of edges, the corners of the
/// triangles that they pierce, and the vertices connected to these that lie inside what is pierced
/// (winding number). Intersections that share a vertex are one tangle. Two features that both have
/// a vertex of one tangle do not touch.
class Tangles {
public:
    Tangles() = default;
    /// The tangles of what intersects at x (3 x n_vertices [m]).
    Tangles(const CollisionSurface& surface, const Points& x,
            const std::vector<Intersection>& intersections,
            const std::vector<Penetration>& penetrations);
    /// Takes the number of each vertex's tangle from 0, -1 for none; an empty list has none at all.
    explicit Tangles(std::vector<int> of_vertices);

    bool empty() const { return of_vertices_.empty(); }
    /// Number of tangles that are left.
    int count() const;
    /// The tangle of each vertex, as the constructor takes it.
    const std::vector<int>& of_vertices() const { return of_vertices_; }
    /// The tangle that two features share, by their vertices; -1 if they may touch.
    int shared(std::span<const int> first, std::span<const int> second) const;
    /// Makes these vertices one tangle more, with those that share one of them.
    void add(const CollisionSurface& surface, std::span<const int> vertices);
    /// Keeps those tangles k for which keeps[k] is not zero.
    void keep(const std::vector<char>& keeps);

private:
    std::vector<int> of_vertices_;
};

/// Winding number of a body's surface around a point: 1 inside, 0 outside, between these on it;
/// the triangles at the vertex `but` are left out. Jacobson, Kavan & Sorkine-Hornung, Robust
/// inside-outside segmentation using generalized winding numbers, ACM Trans. Graph. 32(4), 2013,
/// equation 5 (van Oosterom & Strackee's solid angle).
double winding_number(const CollisionSurface& surface, int body, const Points& x,
                      const Eigen::Vector3d& point, int but = -1);

}  // namespace sinew
