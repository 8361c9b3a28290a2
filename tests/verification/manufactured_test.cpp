/// Manufactured solution: a smooth displacement is chosen, the force per volume that holds it is
/// b = -Div P(I + grad u), and the error of the elements' answer falls with the element size h as
/// h^(p + 1) in the L2 norm, p the degree of the element; that of the Cauchy stress of the elements
/// as h^p, and that of the stress recovered at nodes, interpolated again, faster.

#include <numbers>
#include <sinew/mechanics/math/symmetric.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/recovery/nodal_recovery.hpp>

#include "problem.hpp"
#include "record.hpp"

using namespace sinew;
using namespace sinew::verification;

namespace {

constexpr double mu = 400, lambda = 600;
constexpr const char* parameters = "young: 1040 Pa, poisson: 0.3";  // the same constants

using std::numbers::pi;

Eigen::Vector3d exact(const Eigen::Vector3d& X) {
    return 0.05 * Eigen::Vector3d(std::sin(pi * X.y()) * std::cos(pi * X.z()),
                                  std::sin(pi * X.z()) * std::cos(pi * X.x() / 2),
                                  std::sin(pi * X.x()) * std::sin(pi * X.y() / 2));
}

/// By central differences of order 4: exact to about 1e-10.
template <class Function>
auto derivative(Function&& f, const Eigen::Vector3d& X, int axis) {
    const double h = 2e-3;
    const Eigen::Vector3d e = h * Eigen::Vector3d::Unit(axis);
    return ((8 * (f(X + e) - f(X - e)) - (f(X + 2 * e) - f(X - 2 * e))) / (12 * h)).eval();
}

/// The neo-Hookean law of material/neo_hookean, written again.
Eigen::Matrix3d stress(const Eigen::Vector3d& X) {
    Eigen::Matrix3d F = Eigen::Matrix3d::Identity();
    for (int axis = 0; axis < 3; ++axis) F.col(axis) += derivative(exact, X, axis);
    const Eigen::Matrix3d G = F.inverse().transpose();
    return mu * (F - G) + lambda * std::log(F.determinant()) * G;
}

Eigen::Vector3d body_force(const Eigen::Vector3d& X) {
    Eigen::Vector3d b = Eigen::Vector3d::Zero();
    for (int axis = 0; axis < 3; ++axis) b -= derivative(stress, X, axis).col(axis);
    return b;
}

/// Calls visit(element's nodes, N_a, X, dV) at every quadrature point of degree 5.
template <class Visit>
void integrate(const VolumeMesh& mesh, Visit&& visit) {
    const Quadrature rule = quadrature(mesh.type, 5);
    for (Index e = 0; e < mesh.n_elements(); ++e) {
        const auto nodes = mesh.elements.col(e);
        Points x(3, nodes.size());
        for (Index a = 0; a < nodes.size(); ++a) x.col(a) = mesh.positions.col(nodes[a]);
        for (Index q = 0; q < rule.weights.size(); ++q) {
            const Eigen::Vector3d xi = rule.points.col(q);
            const Eigen::VectorXd N = shape(mesh.type, xi);
            const double dV = rule.weights[q] * (x * shape_gradient(mesh.type, xi)).determinant();
            visit(nodes, N, Eigen::Vector3d(x * N), dV);
        }
    }
}

/// L2 norms of errors over the body at rest.
struct Errors {
    double displacement = 0;      ///< [m^(5/2)]
    double stress = 0;            ///< of the Cauchy stress of the elements [Pa m^(3/2)]
    double recovered_stress = 0;  ///< of that recovered at nodes
};

Symmetric6 exact_cauchy_stress(const Eigen::Vector3d& X) {
    Eigen::Matrix3d F = Eigen::Matrix3d::Identity();
    for (int axis = 0; axis < 3; ++axis) F.col(axis) += derivative(exact, X, axis);
    return components(stress(X) * F.transpose() / F.determinant());
}

/// Of the stress at the integration points, where `fields` are, with their weights.
double stress_error(const VolumeMesh& mesh, const PointFields& fields) {
    const Eigen::MatrixXd sigma = fields.cauchy_stress();
    double error = 0;
    for (Index i = 0; i < sigma.cols(); ++i) {
        const Eigen::VectorXi nodes = mesh.elements.col(i / fields.n_points);
        const Eigen::Vector3d X = mesh.positions(Eigen::all, nodes) *
                                  shape(mesh.type, fields.xi.col(i % fields.n_points));
        error += fields.volume[i] * (sigma.col(i) - exact_cauchy_stress(X)).squaredNorm();
    }
    return std::sqrt(error);
}

Errors errors(ElementType type, int n) {
    const Eigen::Vector3d size = Eigen::Vector3d::Ones();
    Problem problem(test::box(type, {n, n, n}, size), {"material/neo_hookean", parameters});
    problem.constrain([=](const Eigen::Vector3d& X, double t) -> std::optional<Eigen::Vector3d> {
        if (!on_surface(X, size)) return {};
        return Eigen::Vector3d(t * exact(X));
    });
    Points f = Points::Zero(3, problem.mesh().n_nodes());
    integrate(problem.mesh(), [&](const auto& nodes, const auto& N, const auto& X, double dV) {
        const Eigen::Vector3d b = dV * body_force(X);
        for (Index a = 0; a < nodes.size(); ++a) f.col(nodes[a]) += N[a] * b;
    });
    problem.load(f);
    const Points u = problem.equilibrium();
    const PointFields fields = problem.point_fields(u);
    const Eigen::MatrixXd recovered =
        NodalRecovery(problem.body()).at_nodes(fields, fields.cauchy_stress());
    double displacement = 0, stress = 0;
    integrate(problem.mesh(), [&](const auto& nodes, const auto& N, const auto& X, double dV) {
        Eigen::Vector3d difference = -exact(X);
        Symmetric6 of_stress = -exact_cauchy_stress(X);
        for (Index a = 0; a < nodes.size(); ++a) {
            difference += N[a] * u.col(nodes[a]);
            of_stress += N[a] * recovered.col(nodes[a]);
        }
        displacement += dV * difference.squaredNorm();
        stress += dV * of_stress.squaredNorm();
    });
    return {std::sqrt(displacement), stress_error(problem.mesh(), fields), std::sqrt(stress)};
}

}  // namespace

// Orders measured with few cells a side are not the last digit; recovery at the boundary, from one
// side, holds those of the recovered stress back on coarse meshes.
TEST_CASE("manufactured solution: displacements and stresses converge at their orders") {
    Record record("5 Manufactured solution, neo_hookean");
    const auto orders = [&](ElementType type, int coarse, int fine, double p) {
        const Errors large = errors(type, coarse), small = errors(type, fine);
        const auto order = [&](const char* what, double expected, double tolerance,
                               double Errors::*error) {
            record.order(fmt::format("{}, {} and {} cells a side: L2 error{}", name_of(type),
                                     coarse, fine, what),
                         expected,
                         std::log(large.*error / small.*error) / std::log(double(fine) / coarse),
                         tolerance);
        };
        order("", p + 1, 0.2, &Errors::displacement);
        order(" of the stress at integration points", p, 0.2, &Errors::stress);
        order(" of the recovered stress", p + 1, 0.5, &Errors::recovered_stress);
        record.below(fmt::format("{}, {} cells a side: error of the recovered stress over that at "
                                 "integration points",
                                 name_of(type), fine),
                     small.recovered_stress / small.stress, 1);
    };
    orders(ElementType::tet4, 8, 12, 1);
    orders(ElementType::hex8, 8, 12, 1);
    orders(ElementType::tet10, 4, 6, 2);
}
