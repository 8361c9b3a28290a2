/// Closest points of the two sides of a stencil.
///
/// The vector from one to the other is r = sum_i w_i(u) x_i, where u are the parameters that are
/// free on the closest features: none between two vertices, one of a vertex on an edge, two inside
/// a triangle or of two edges. r is square to the directions dr/du_k = sum_i (dw_i/du_k) x_i.
#pragma once

#include <sinew/mechanics/contact/stencil.hpp>

namespace sinew {

/// The closest points of the two sides of a stencil, by their features.
struct ClosestPoints {
    Eigen::Vector4d weights;                ///< w, sum 0: of the second side less the first
    Eigen::Matrix<double, 4, 2> variation;  ///< dw/du, as many columns as are free
    int n_free = 0;                         ///< 0: vertices, 1: vertex and edge, 2: interiors

    /// The vector from the point of the first side to that of the second [m].
    Eigen::Vector3d difference(const Stencil& x) const { return x * weights; }
};

/// The closest points of all but vertex_plane; of several that are equally close, those of the
/// first feature in a fixed order. A triangle with hardly any area (a sine below 1e-6) counts as
/// its edges, an edge without length as a vertex.
ClosestPoints closest_points(StencilKind kind, const Stencil& x);

/// Their distance [m].
double distance(StencilKind kind, const Stencil& x);

/// distance(kind, x) < radius, for triangles and edges: planes between them decide most.
bool distance_is_below(StencilKind kind, const Stencil& x, double radius);

}  // namespace sinew
