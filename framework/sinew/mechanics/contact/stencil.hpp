/// The vertices of a pair in contact, at most four, on two sides.
#pragma once

#include <Eigen/Core>

namespace sinew {

/// Positions of vertices, 3 x 4 [m]: those of the first side, then those of the second. Columns
/// beyond the last vertex are not looked at, but finite.
using Stencil = Eigen::Matrix<double, 3, 4>;

/// The two sides of a stencil.
enum class StencilKind {
    vertex_vertex,
    vertex_edge,
    vertex_triangle,
    edge_edge,
    vertex_plane  ///< a vertex and a point of a plane, whose normal is constant
};

/// Its name: "vertex_triangle".
constexpr const char* name_of(StencilKind kind) {
    constexpr const char* names[] = {"vertex_vertex", "vertex_edge", "vertex_triangle", "edge_edge",
                                     "vertex_plane"};
    return names[int(kind)];
}

/// Number of vertices on the first side.
constexpr int n_on_first_side(StencilKind kind) {
    return kind == StencilKind::edge_edge ? 2 : 1;
}

/// Number of vertices.
constexpr int n_vertices(StencilKind kind) {
    switch (kind) {
        case StencilKind::vertex_vertex:
        case StencilKind::vertex_plane:
            return 2;
        case StencilKind::vertex_edge:
            return 3;
        default:
            return 4;
    }
}

}  // namespace sinew
