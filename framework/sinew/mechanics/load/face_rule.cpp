#include <array>
#include <cmath>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/load/face_rule.hpp>

namespace sinew {
namespace {

void add_triangle(FaceRule& rule, double xi, double eta, bool quadratic) {
    const Eigen::Vector3d l(1 - xi - eta, xi, eta);
    Eigen::Matrix<double, 3, 2> dl;
    dl << -1, -1, 1, 0, 0, 1;
    if (!quadratic) {
        rule.values.emplace_back(l);
        rule.gradients.emplace_back(dl);
        return;
    }
    Eigen::VectorXd N(6);
    Eigen::MatrixX2d dN(6, 2);
    for (int a = 0; a < 3; ++a) {
        const int b = (a + 1) % 3;
        N(a) = l(a) * (2 * l(a) - 1);
        dN.row(a) = (4 * l(a) - 1) * dl.row(a);
        N(3 + a) = 4 * l(a) * l(b);
        dN.row(3 + a) = 4 * (l(a) * dl.row(b) + l(b) * dl.row(a));
    }
    rule.values.push_back(N);
    rule.gradients.push_back(dN);
}

/// Three points, degree 2; for six nodes seven points, degree 5 (Cowper 1973), since the normal of
/// a curved face is quadratic itself.
FaceRule triangle_rule(bool quadratic) {
    FaceRule rule;
    if (!quadratic) {
        rule.weights = Eigen::Vector3d::Constant(1.0 / 6);
        for (const auto& p : {std::array{1. / 6, 1. / 6}, {2. / 3, 1. / 6}, {1. / 6, 2. / 3}})
            add_triangle(rule, p[0], p[1], false);
        return rule;
    }
    const double root = std::sqrt(15.0);
    rule.weights.resize(7);
    rule.weights(0) = 9.0 / 80;
    add_triangle(rule, 1.0 / 3, 1.0 / 3, true);
    int at = 1;
    for (const double sign : {-1.0, 1.0}) {
        const double a = (6 + sign * root) / 21;
        for (const auto& p : {std::array{a, a}, {1 - 2 * a, a}, {a, 1 - 2 * a}}) {
            rule.weights(at++) = (155 + sign * root) / 2400;
            add_triangle(rule, p[0], p[1], true);
        }
    }
    return rule;
}

FaceRule quadrilateral_rule() {
    FaceRule rule;
    rule.weights = Eigen::Vector4d::Ones();
    const double g = 1 / std::sqrt(3.0);
    constexpr double corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (const auto& point : corners) {
        const double xi = g * point[0], eta = g * point[1];
        Eigen::VectorXd N(4);
        Eigen::MatrixX2d dN(4, 2);
        for (int a = 0; a < 4; ++a) {
            const double x = corners[a][0], y = corners[a][1];
            N(a) = (1 + x * xi) * (1 + y * eta) / 4;
            dN.row(a) << x * (1 + y * eta) / 4, (1 + x * xi) * y / 4;
        }
        rule.values.push_back(N);
        rule.gradients.push_back(dN);
    }
    return rule;
}

}  // namespace

const FaceRule& face_rule(std::size_t n_nodes) {
    static const FaceRule linear = triangle_rule(false);
    static const FaceRule quadratic = triangle_rule(true);
    static const FaceRule quadrilateral = quadrilateral_rule();
    SINEW_ASSERT(n_nodes == 3 || n_nodes == 4 || n_nodes == 6, "a face of {} nodes", n_nodes);
    return n_nodes == 3 ? linear : n_nodes == 4 ? quadrilateral : quadratic;
}

double area_at(const FaceRule& rule, std::size_t q, const Eigen::Matrix3Xd& x,
               const std::vector<int>& nodes) {
    Eigen::Matrix<double, 3, 2> tangents = Eigen::Matrix<double, 3, 2>::Zero();
    for (std::size_t a = 0; a < nodes.size(); ++a)
        tangents += x.col(nodes[a]) * rule.gradients[q].row(Eigen::Index(a));
    return rule.weights(Eigen::Index(q)) * tangents.col(0).cross(tangents.col(1)).norm();
}

}  // namespace sinew
