/// The pairs of a surface that are in contact, as a value: a function of positions alone.
#pragma once

#include <array>
#include <sinew/mechanics/contact/broad_phase.hpp>
#include <sinew/mechanics/contact/exclusions.hpp>
#include <sinew/mechanics/contact/stencil.hpp>

namespace sinew {

/// Two features of a surface that are nearer than their activation distance.
struct ContactPair {
    StencilKind kind = StencilKind::vertex_triangle;
    std::array<int, 4> vertices{};  ///< of the surface, the last one repeated where there are fewer
    double weight = 0;              ///< area [m^2]; negative for what others count twice
    double activation = 0;          ///< delta [m]
    double parallel = 0;            ///< of two edges: their parallel_threshold [m^4]
    double radius = 0;  ///< of a sphere around the first vertex: from there gaps count [m]
    Eigen::Vector3d outward = Eigen::Vector3d::Zero();  ///< of vertex_plane: the unit normal

    friend bool operator==(const ContactPair&, const ContactPair&) = default;

    /// Positions of its vertices, of all of the surface's x (3 x n_vertices).
    Stencil stencil(const Points& x) const { return x(Eigen::all, vertices); }
    /// The distance of its sides less the sphere's radius [m]; of a plane, negative behind it.
    double gap(const Points& x) const;
};

/// Pairs in a fixed order: by vertex, by edge, by sphere, by plane.
using PairSet = std::vector<ContactPair>;

/// The pairs that are nearer than their activation distance at x (3 x n_vertices [m]).
///
/// The energy of contact is 1/2 the integral over the surface of psi(d), with d the distance to the
/// nearest other part of it; here it is the mean of two quadratures, at vertices with their areas
/// and at edges with theirs. The distance of a vertex to an edge that triangles share is the
/// distance to each of those; what counts it too often is taken away again, so that a smooth sheet
/// is counted once:
///
///     psi(v) = sum_triangles psi(d(v, t)) - sum_edges (n_e - 1) psi(d(v, e)) + ...
///
/// with n_e triangles at an edge and likewise at vertices (Li, Ferguson, Schneider et al.,
/// Convergent incremental potential contact, 2023, section 4). Edges are summed as they are: over a
/// mesh finer than the activation distance the same rule would make their sum negative.
///
/// Within a body a triangle's activation distance is no more than half of what the two are apart
/// at rest, so that rest is free of forces; an edge's or a vertex's is the least of its triangles'.
///
/// The energy of a sphere or a plane is the integral of psi over the bodies' surface alone: with a
/// plane by vertices, with a sphere by the mean of vertices and of the triangles' closest points.
///
/// `candidates`: made for a radius of `thickness` [m] at least, with all positions near x.
/// Pairs that are excluded count as if they were far away.
PairSet active_pairs(const CollisionSurface& surface, const Candidates& candidates, const Points& x,
                     double thickness, const Exclusions& exclusions = {});

}  // namespace sinew
