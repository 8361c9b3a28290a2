/// The vertices of a pair in contact, at most four, on two sides.
#pragma once

#include <Eigen/Core>

namespace sinew {

/// Positions of vertices, 3 x 4 [m]: those of the first side, then those of the second. Columns
/// beyond the last vertex are not looked at, but finite.
using Stencil = Eigen::Matrix<double, 3, 4>;

/// The two sides of a stencil.
enum class StencilKind { vertex_vertex, vertex_edge, vertex_triangle, edge_edge };

/// Number of vertices on the first side.
constexpr int n_on_first_side(StencilKind kind) {
    return kind == StencilKind::edge_edge ? 2 : 1;
}

/// Number of vertices.
constexpr int n_vertices(StencilKind kind) {
    switch (kind) {
        case StencilKind::vertex_vertex:
            return 2;
        case StencilKind::vertex_edge:
            return 3;
        default:
            return 4;
    }
}

}  // namespace sinew
