/// Shape functions of a known element, of fixed size: what loops over a million elements use.
///
///     dispatch(mesh.type, [&](auto type) { using E = Element<type()>; ... E::values(xi) ... });
#pragma once

#include <Eigen/Core>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <type_traits>
#include <utility>

namespace sinew {

/// Shape functions of each type: `n_nodes`, `values(xi)` (N_a, n_nodes), `gradients(xi)` (dN_a/dxi,
/// n_nodes x 3) and `center()`, a point in the middle of the reference element.
template <ElementType type>
struct Element;

/// Reference: (0,0,0) (1,0,0) (0,1,0) (0,0,1).
template <>
struct Element<ElementType::tet4> {
    static constexpr int n_nodes = 4;
    using Values = Eigen::Matrix<double, 4, 1>;
    using Gradients = Eigen::Matrix<double, 4, 3>;

    /// Reference coordinates of the centroid.
    static Eigen::Vector3d center() { return Eigen::Vector3d::Constant(0.25); }
    /// N_a(xi): 4 numbers, sum 1.
    static Values values(const Eigen::Vector3d& xi) { return {1 - xi.sum(), xi[0], xi[1], xi[2]}; }
    /// dN_a/dxi: 4 x 3, the same at every xi.
    static Gradients gradients(const Eigen::Vector3d&) {
        Gradients g;
        g << -1, -1, -1, 1, 0, 0, 0, 1, 0, 0, 0, 1;
        return g;
    }
};

/// The same tetrahedron with midpoints of the edges 01 12 02 03 13 23:
/// N_i = L_i (2 L_i - 1) at corners, N_ij = 4 L_i L_j at midpoints.
template <>
struct Element<ElementType::tet10> {
    static constexpr int n_nodes = 10;
    static constexpr int edges[6][2] = {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}};
    using Values = Eigen::Matrix<double, 10, 1>;
    using Gradients = Eigen::Matrix<double, 10, 3>;
    using Linear = Element<ElementType::tet4>;

    /// Reference coordinates of the centroid.
    static Eigen::Vector3d center() { return Linear::center(); }
    /// N_a(xi): 10 numbers, sum 1.
    static Values values(const Eigen::Vector3d& xi) {
        const Linear::Values L = Linear::values(xi);
        Values N;
        for (int i = 0; i < 4; ++i) N[i] = L[i] * (2 * L[i] - 1);
        for (int e = 0; e < 6; ++e) N[4 + e] = 4 * L[edges[e][0]] * L[edges[e][1]];
        return N;
    }
    /// dN_a/dxi: 10 x 3.
    static Gradients gradients(const Eigen::Vector3d& xi) {
        const Linear::Values L = Linear::values(xi);
        const Linear::Gradients dL = Linear::gradients(xi);
        Gradients g;
        for (int i = 0; i < 4; ++i) g.row(i) = (4 * L[i] - 1) * dL.row(i);
        for (int e = 0; e < 6; ++e) {
            const int i = edges[e][0], j = edges[e][1];
            g.row(4 + e) = 4 * (L[i] * dL.row(j) + L[j] * dL.row(i));
        }
        return g;
    }
};

/// Reference: the cube [-1, 1]^3; N_a = (1 + s_a xi)(1 + t_a eta)(1 + u_a zeta) / 8.
template <>
struct Element<ElementType::hex8> {
    static constexpr int n_nodes = 8;
    static constexpr int corners[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                          {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
    using Values = Eigen::Matrix<double, 8, 1>;
    using Gradients = Eigen::Matrix<double, 8, 3>;

    /// Reference coordinates of the centroid.
    static Eigen::Vector3d center() { return Eigen::Vector3d::Zero(); }
    /// N_a(xi): 8 numbers, sum 1.
    static Values values(const Eigen::Vector3d& xi) {
        Values N;
        for (int a = 0; a < 8; ++a)
            N[a] = factor(a, 0, xi) * factor(a, 1, xi) * factor(a, 2, xi) / 8;
        return N;
    }
    /// dN_a/dxi: 8 x 3.
    static Gradients gradients(const Eigen::Vector3d& xi) {
        Gradients g;
        for (int a = 0; a < 8; ++a) {
            const double x = factor(a, 0, xi), y = factor(a, 1, xi), z = factor(a, 2, xi);
            g.row(a) << corners[a][0] * y * z / 8, corners[a][1] * x * z / 8,
                corners[a][2] * x * y / 8;
        }
        return g;
    }

private:
    static double factor(int a, int axis, const Eigen::Vector3d& xi) {
        return 1 + corners[a][axis] * xi[axis];
    }
};

/// Calls function(std::integral_constant<ElementType, type>) for a type known only while running.
template <class Function>
decltype(auto) dispatch(ElementType type, Function&& function) {
    switch (type) {
        case ElementType::tet10:
            return function(std::integral_constant<ElementType, ElementType::tet10>{});
        case ElementType::hex8:
            return function(std::integral_constant<ElementType, ElementType::hex8>{});
        default:
            return function(std::integral_constant<ElementType, ElementType::tet4>{});
    }
}

/// Positions of the nodes of element e, 3 x n_nodes.
template <ElementType type>
Eigen::Matrix<double, 3, Element<type>::n_nodes> node_positions(const VolumeMesh& mesh,
                                                                Eigen::Index e) {
    Eigen::Matrix<double, 3, Element<type>::n_nodes> x;
    for (int a = 0; a < Element<type>::n_nodes; ++a)
        x.col(a) = mesh.positions.col(mesh.elements(a, e));
    return x;
}

}  // namespace sinew
