/// Quadrature: tetrahedra of degree 1 (centroid), 2 (Hammer & Stroud's four points) and 5 (fourteen
/// points with positive weights: Walkington, Quadrature on simplices of arbitrary dimension, 2000);
/// hexahedra by tensor products of Gauss' rules.

#include <cmath>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/mesh/element_shape.hpp>

namespace sinew {
namespace {

/// A rule on the tetrahedron, built from orbits of barycentric points.
class TetRule {
public:
    /// The point (a, a, a) with b = 1 - 3a, and its images: 4 points.
    void add_vertex_orbit(double a, double weight) {
        const double b = 1 - 3 * a;
        add({a, a, a}, weight);
        add({b, a, a}, weight);
        add({a, b, a}, weight);
        add({a, a, b}, weight);
    }
    /// Two barycentric coordinates a, two 1/2 - a: 6 points.
    void add_edge_orbit(double a, double weight) {
        const double b = 0.5 - a;
        for (const Eigen::Vector3d& xi :
             {Eigen::Vector3d(a, b, b), Eigen::Vector3d(b, a, b), Eigen::Vector3d(b, b, a),
              Eigen::Vector3d(a, a, b), Eigen::Vector3d(a, b, a), Eigen::Vector3d(b, a, a)})
            add(xi, weight);
    }
    /// `weight` is a fraction of the volume 1/6.
    void add(const Eigen::Vector3d& xi, double weight) {
        points_.push_back(xi);
        weights_.push_back(weight / 6);
    }
    Quadrature take() const {
        Quadrature rule;
        rule.points.resize(3, static_cast<Eigen::Index>(points_.size()));
        for (std::size_t i = 0; i < points_.size(); ++i)
            rule.points.col(static_cast<Eigen::Index>(i)) = points_[i];
        rule.weights = Eigen::Map<const Eigen::VectorXd>(
            weights_.data(), static_cast<Eigen::Index>(weights_.size()));
        return rule;
    }

private:
    std::vector<Eigen::Vector3d> points_;
    std::vector<double> weights_;
};

Quadrature tet_quadrature(int degree) {
    TetRule rule;
    if (degree <= 1) {
        rule.add(Eigen::Vector3d::Constant(0.25), 1);
    } else if (degree == 2) {
        rule.add_vertex_orbit((5 - std::sqrt(5.0)) / 20, 0.25);
    } else {
        rule.add_vertex_orbit(0.31088591926330060980, 0.11268792571801585080);
        rule.add_vertex_orbit(0.092735250310891226402, 0.07349304311636194934);
        rule.add_edge_orbit(0.045503704125649649492, 0.04254602077708146644);
    }
    return rule.take();
}

Quadrature hex_quadrature(int degree) {
    const bool two = degree <= 3;
    const std::vector<double> x = two ? std::vector{-std::sqrt(1.0 / 3), std::sqrt(1.0 / 3)}
                                      : std::vector{-std::sqrt(0.6), 0.0, std::sqrt(0.6)};
    const std::vector<double> w =
        two ? std::vector{1.0, 1.0} : std::vector{5.0 / 9, 8.0 / 9, 5.0 / 9};
    const auto n = static_cast<Eigen::Index>(x.size());
    Quadrature rule{Eigen::Matrix3Xd(3, n * n * n), Eigen::VectorXd(n * n * n)};
    for (Eigen::Index q = 0; q < n * n * n; ++q) {
        const auto i = static_cast<std::size_t>(q % n), j = static_cast<std::size_t>(q / n % n),
                   k = static_cast<std::size_t>(q / (n * n));
        rule.points.col(q) << x[i], x[j], x[k];
        rule.weights[q] = w[i] * w[j] * w[k];
    }
    return rule;
}

}  // namespace

Quadrature quadrature(ElementType type, int degree) {
    SINEW_ASSERT(degree >= 0 && degree <= 5, "degree {} of {}", degree, name_of(type));
    return type == ElementType::hex8 ? hex_quadrature(degree) : tet_quadrature(degree);
}

int force_degree(ElementType type) {
    switch (type) {
        case ElementType::tet4:
            return 1;
        case ElementType::tet10:
            return 2;
        default:
            return 3;
    }
}

int stvk_degree(ElementType type) {
    return type == ElementType::tet4 ? 1 : 4;
}

int mass_degree(ElementType type) {
    return type == ElementType::tet4 ? 2 : 4;
}

Eigen::VectorXd shape(ElementType type, const Eigen::Vector3d& xi) {
    return dispatch(type, [&](auto t) -> Eigen::VectorXd { return Element<t()>::values(xi); });
}

Eigen::MatrixX3d shape_gradient(ElementType type, const Eigen::Vector3d& xi) {
    return dispatch(type, [&](auto t) -> Eigen::MatrixX3d { return Element<t()>::gradients(xi); });
}

Eigen::Matrix3Xd reference_nodes(ElementType type) {
    Eigen::Matrix3Xd nodes(3, nodes_per_element(type));
    if (type == ElementType::hex8) {
        for (int a = 0; a < 8; ++a)
            for (int i = 0; i < 3; ++i) nodes(i, a) = Element<ElementType::hex8>::corners[a][i];
        return nodes;
    }
    nodes.leftCols<4>() << 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1;
    if (type == ElementType::tet10)
        for (int e = 0; e < 6; ++e) {
            const auto& edge = Element<ElementType::tet10>::edges[e];
            nodes.col(4 + e) = (nodes.col(edge[0]) + nodes.col(edge[1])) / 2;
        }
    return nodes;
}

const std::vector<std::vector<int>>& faces(ElementType type) {
    static const std::vector<std::vector<int>> tet4{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    static const std::vector<std::vector<int>> tet10{
        {0, 2, 1, 6, 5, 4}, {0, 1, 3, 4, 8, 7}, {1, 2, 3, 5, 9, 8}, {0, 3, 2, 7, 9, 6}};
    static const std::vector<std::vector<int>> hex8{{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                                    {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
    switch (type) {
        case ElementType::tet4:
            return tet4;
        case ElementType::tet10:
            return tet10;
        default:
            return hex8;
    }
}

}  // namespace sinew
