/// Beams along x, held at x = 0, and what beam theory says of them.
#pragma once

#include <algorithm>
#include <sinew/mechanics/load/face_rule.hpp>

#include "problem.hpp"

namespace sinew::verification {

struct BeamMesh {
    ElementType type;
    Eigen::Vector3i cells;
    Eigen::Vector3d size;  ///< length, width (y), height (z) [m]

    VolumeMesh mesh() const { return test::box(type, cells, size); }
};

/// A force [N] spread evenly over the face x = size.x(): consistent nodal forces, 3 x n_nodes.
inline Points end_load(const VolumeMesh& mesh, const Eigen::Vector3d& size,
                       const Eigen::Vector3d& force) {
    Points f = Points::Zero(3, mesh.n_nodes());
    for (const std::vector<int>& face : boundary(mesh).faces) {
        if (!std::all_of(face.begin(), face.end(),
                         [&](int node) { return at_end(mesh.positions.col(node), size); }))
            continue;
        const FaceRule& rule = face_rule(face.size());
        for (std::size_t q = 0; q < rule.values.size(); ++q) {
            Eigen::Matrix<double, 3, 2> tangents = Eigen::Matrix<double, 3, 2>::Zero();
            for (std::size_t a = 0; a < face.size(); ++a)
                tangents += mesh.positions.col(face[a]) * rule.gradients[q].row(Index(a));
            const double dA =
                rule.weights(Index(q)) * tangents.col(0).cross(tangents.col(1)).norm();
            for (std::size_t a = 0; a < face.size(); ++a)
                f.col(face[a]) += rule.values[q](Index(a)) * dA / (size.y() * size.z()) * force;
        }
    }
    return f;
}

/// The mean displacement of the loaded face, by its nodes.
inline Eigen::Vector3d tip(const Points& u, const VolumeMesh& mesh, const Eigen::Vector3d& size) {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    int n = 0;
    for (Index i = 0; i < u.cols(); ++i)
        if (at_end(mesh.positions.col(i), size)) {
            sum += u.col(i);
            ++n;
        }
    return sum / n;
}

/// The tip of a cantilever under a force on its end.
inline Eigen::Vector3d loaded_tip(const BeamMesh& beam, const Laws& laws,
                                  const Eigen::Vector3d& force, int n_steps = 1) {
    Problem problem(beam.mesh(), laws);
    problem.constrain([](const Eigen::Vector3d& X, double) -> std::optional<Eigen::Vector3d> {
        if (X.x() > 0) return {};
        return Eigen::Vector3d(0, 0, 0);
    });
    problem.load(end_load(problem.mesh(), beam.size, force));
    return tip(problem.equilibrium(n_steps), problem.mesh(), beam.size);
}

/// Timoshenko's tip deflection under an end force P: P L^3 / (3 E I) + P L / (k G A), with Cowper's
/// k = 10 (1 + nu) / (12 + 11 nu) for a rectangle (J. Appl. Mech. 33, 1966).
inline double timoshenko_tip(const Eigen::Vector3d& size, double young, double poisson, double P) {
    const double L = size.x(), A = size.y() * size.z();
    const double I = A * size.z() * size.z() / 12;
    const double G = young / (2 * (1 + poisson));
    const double k = 10 * (1 + poisson) / (12 + 11 * poisson);
    return P * L * L * L / (3 * young * I) + P * L / (k * G * A);
}

}  // namespace sinew::verification
