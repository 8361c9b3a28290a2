#include <catch2/catch.hpp>
#include <cmath>
#include <Eigen/Dense>
#include <sinew/mechanics/mesh/element.hpp>

using namespace sinew;

namespace {

constexpr ElementType all_types[] = {ElementType::tet4, ElementType::tet10, ElementType::hex8};

double factorial(int n) {
    return std::tgamma(n + 1.0);
}

/// The integral of x^i y^j z^k over the reference tetrahedron: i! j! k! / (i + j + k + 3)!.
double tet_moment(int i, int j, int k) {
    return factorial(i) * factorial(j) * factorial(k) / factorial(i + j + k + 3);
}
/// Over [-1, 1]^3.
double hex_moment(int i, int j, int k) {
    const auto one = [](int n) { return n % 2 ? 0.0 : 2.0 / (n + 1); };
    return one(i) * one(j) * one(k);
}

double integrate(const Quadrature& rule, int i, int j, int k) {
    double sum = 0;
    for (Eigen::Index q = 0; q < rule.weights.size(); ++q)
        sum += rule.weights[q] * std::pow(rule.points(0, q), i) * std::pow(rule.points(1, q), j) *
               std::pow(rule.points(2, q), k);
    return sum;
}

}  // namespace

TEST_CASE("element: quadrature integrates every monomial of its degree exactly") {
    for (int degree = 0; degree <= 5; ++degree)
        for (int i = 0; i <= degree; ++i)
            for (int j = 0; j <= degree; ++j)
                for (int k = 0; k <= degree; ++k) {
                    CAPTURE(degree, i, j, k);
                    if (i + j + k <= degree)
                        for (const ElementType type : {ElementType::tet4, ElementType::tet10})
                            CHECK(integrate(quadrature(type, degree), i, j, k) ==
                                  Approx(tet_moment(i, j, k)).epsilon(1e-13));
                    CHECK(integrate(quadrature(ElementType::hex8, degree), i, j, k) ==
                          Approx(hex_moment(i, j, k)).epsilon(1e-13).margin(1e-14));
                }
}

TEST_CASE("element: quadrature points lie inside and have positive weights") {
    for (const ElementType type : all_types)
        for (int degree = 0; degree <= 5; ++degree) {
            const Quadrature rule = quadrature(type, degree);
            CHECK(rule.weights.minCoeff() > 0);
            if (type == ElementType::hex8) {
                CHECK(rule.points.cwiseAbs().maxCoeff() < 1);
            } else {
                CHECK(rule.points.minCoeff() > 0);
                CHECK(rule.points.colwise().sum().maxCoeff() < 1);
            }
        }
}

TEST_CASE("element: the rules have 1, 4, 14, 8 and 27 points") {
    CHECK(quadrature(ElementType::tet4, force_degree(ElementType::tet4)).weights.size() == 1);
    CHECK(quadrature(ElementType::tet10, force_degree(ElementType::tet10)).weights.size() == 4);
    CHECK(quadrature(ElementType::tet10, 5).weights.size() == 14);
    CHECK(quadrature(ElementType::hex8, force_degree(ElementType::hex8)).weights.size() == 8);
    CHECK(quadrature(ElementType::hex8, 5).weights.size() == 27);
}

TEST_CASE("element: shape functions are one at their node, zero at the others, and sum to one") {
    for (const ElementType type : all_types) {
        CAPTURE(name_of(type));
        const Eigen::Matrix3Xd nodes = reference_nodes(type);
        REQUIRE(nodes.cols() == nodes_per_element(type));
        for (Eigen::Index a = 0; a < nodes.cols(); ++a) {
            const Eigen::VectorXd N = shape(type, nodes.col(a));
            CHECK((N - Eigen::VectorXd::Unit(nodes.cols(), a)).norm() < 1e-15);
        }
        const Eigen::Vector3d xi(0.12, 0.23, 0.34);
        CHECK(shape(type, xi).sum() == Approx(1).epsilon(1e-15));
        CHECK((nodes * shape(type, xi) - xi).norm() < 1e-15);
        CHECK((nodes * shape_gradient(type, xi) - Eigen::Matrix3d::Identity()).norm() < 1e-14);
    }
}

TEST_CASE("element: gradients are the derivatives of the shape functions, to second order in h") {
    for (const ElementType type : all_types) {
        CAPTURE(name_of(type));
        const Eigen::Vector3d xi(0.12, 0.23, 0.34);
        const Eigen::MatrixX3d exact = shape_gradient(type, xi);
        // Quadratic along each axis at most: the central difference is exact.
        const double h = 0.01;
        for (int i = 0; i < 3; ++i) {
            const Eigen::Vector3d d = h * Eigen::Vector3d::Unit(i);
            const Eigen::VectorXd difference =
                (shape(type, xi + d) - shape(type, xi - d)) / (2 * h);
            CHECK((difference - exact.col(i)).norm() < 1e-13);
        }
    }
}

TEST_CASE("element: faces look outwards, and midpoints follow corners") {
    for (const ElementType type : all_types) {
        CAPTURE(name_of(type));
        const Eigen::Matrix3Xd x = reference_nodes(type);
        const Eigen::Vector3d center = x.rowwise().mean();
        CHECK(faces(type).size() == (type == ElementType::hex8 ? 6 : 4));
        for (const auto& face : faces(type)) {
            const Eigen::Vector3d a = x.col(face[0]), b = x.col(face[1]), c = x.col(face[2]);
            CHECK((b - a).cross(c - a).dot(a - center) > 0);
            if (type == ElementType::tet10)
                for (std::size_t i = 0; i < 3; ++i) {
                    const Eigen::Vector3d middle = (x.col(face[i]) + x.col(face[(i + 1) % 3])) / 2;
                    CHECK((x.col(face[3 + i]) - middle).norm() < 1e-15);
                }
        }
    }
}
