#include "momenta.hpp"

#include <sinew/mechanics/mesh/element.hpp>

namespace sinew {

namespace {

/// The element's columns of `all`, 3 x nodes.
Eigen::Matrix3Xd gathered(const Points& all, const VolumeMesh& mesh, Eigen::Index element) {
    Eigen::Matrix3Xd some(3, mesh.elements.rows());
    for (Eigen::Index a = 0; a < some.cols(); ++a) some.col(a) = all.col(mesh.elements(a, element));
    return some;
}

}  // namespace

Momenta nodal_momenta(const Vector& masses, const Points& positions, const Points& velocities) {
    Momenta sum;
    for (Eigen::Index node = 0; node < masses.size(); ++node) {
        const Eigen::Vector3d momentum = masses[node] * velocities.col(node);
        sum.linear += momentum;
        sum.angular += Eigen::Vector3d(positions.col(node)).cross(momentum);
    }
    return sum;
}

MomentumIntegral::MomentumIntegral(const Body& body) : body_(body) {
    const VolumeMesh& mesh = body.mesh;
    const Quadrature rule = quadrature(mesh.type, mass_degree(mesh.type));
    const Eigen::Index n_points = rule.weights.size();
    shapes_.resize(mesh.elements.rows(), n_points);
    masses_.resize(n_points, mesh.n_elements());
    for (Eigen::Index k = 0; k < n_points; ++k) {
        shapes_.col(k) = shape(mesh.type, rule.points.col(k));
        const Eigen::MatrixX3d gradient = shape_gradient(mesh.type, rule.points.col(k));
        for (Eigen::Index e = 0; e < mesh.n_elements(); ++e) {
            const Eigen::Matrix3d jacobian = gathered(mesh.positions, mesh, e) * gradient;
            masses_(k, e) = body.density[e] * rule.weights[k] * jacobian.determinant();
        }
    }
}

Momenta MomentumIntegral::of(const Points& positions, const Points& velocities) const {
    Momenta sum;
    for (Eigen::Index e = 0; e < masses_.cols(); ++e) {
        const Eigen::Matrix3Xd x = gathered(positions, body_.mesh, e) * shapes_;
        const Eigen::Matrix3Xd v = gathered(velocities, body_.mesh, e) * shapes_;
        for (Eigen::Index k = 0; k < x.cols(); ++k) {
            const Eigen::Vector3d momentum = masses_(k, e) * v.col(k);
            sum.linear += momentum;
            sum.angular += Eigen::Vector3d(x.col(k)).cross(momentum);
        }
    }
    return sum;
}

}  // namespace sinew
