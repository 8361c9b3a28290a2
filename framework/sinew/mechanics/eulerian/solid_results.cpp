#include "solid_results.hpp"

#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/mesh/element.hpp>

namespace sinew {

Eigen::Vector3d EulerianSolidResults::position(const MaterialPoint& point) const {
    Eigen::Vector3d x = Eigen::Vector3d::Zero();
    for (int a = 0; a < point.n; ++a)
        x += point.weights[std::size_t(a)] * solid_.positions().col(point.nodes[std::size_t(a)]);
    return x;
}

std::optional<Diagnostic> EulerianSolidResults::lacks_reactions() const {
    return Diagnostic::error("there are no reactions of " + body().path +
                             ": its supports prescribe velocities of the nodes of a grid")
        .remedy(
            "leave `reaction` out, or write lagrangian: {bodies: [...]} at the solver, so that "
            "the body stays a mesh");
}

PointFields EulerianSolidResults::point_fields() const {
    const VolumeMesh& mesh = body().mesh;
    const Quadrature rule = quadrature(mesh.type, force_degree(mesh.type));
    const Index n_points = rule.weights.size(), n_elements = mesh.n_elements();
    PointFields fields;
    fields.n_points = int(n_points);
    fields.xi = rule.points;
    const Index n = n_points * n_elements;
    fields.volume.resize(n);
    fields.deformation_gradient.resize(9, n);
    fields.kirchhoff_stress.resize(6, n);
    fields.volume_change.resize(n);
    fields.energy_density.resize(n);
    const PlasticFlow* plastic = solid_.plastic();
    if (plastic) fields.plastic_strain.resize(n);
    const Index n_packs = (n_elements + Pack::lanes - 1) / Pack::lanes;
    parallel_for(n_packs, [&](Index pack) {
        for (Index q = 0; q < n_points; ++q) {
            const Eigen::VectorXd N = shape(mesh.type, rule.points.col(q));
            const Eigen::MatrixX3d dN = shape_gradient(mesh.type, rule.points.col(q));
            Mat3<Pack> F, F_e;
            for (int lane = 0; lane < Pack::lanes; ++lane) {
                const Index e = std::min<Index>(pack * Pack::lanes + lane, n_elements - 1);
                Eigen::Vector3d x = Eigen::Vector3d::Zero(), X = x;
                Eigen::Matrix3d rest = Eigen::Matrix3d::Zero();
                for (Index a = 0; a < N.size(); ++a) {
                    const int node = mesh.elements(a, e);
                    x += N[a] * solid_.positions().col(node);
                    X += N[a] * mesh.positions.col(node);
                    rest += mesh.positions.col(node) * dN.row(a);
                }
                const Eigen::Matrix3d A =
                    Eigen::Matrix3d::Identity() - solid_.displacement_gradient(x);
                const Eigen::Matrix3d of_point = A.inverse();
                set_lane(F, lane, of_point);
                set_lane(F_e, lane, of_point);
                const bool repeats = pack * Pack::lanes + lane >= n_elements;
                if (!repeats)
                    fields.volume[e * n_points + q] = rest.determinant() * rule.weights[q];
                if (!plastic) continue;
                const Eigen::Matrix3d inverse = plastic->inverse_at(X);
                set_lane(F_e, lane, Eigen::Matrix3d(of_point * inverse));
                if (!repeats) fields.plastic_strain[e * n_points + q] = plastic_strain(inverse);
            }
            Mat3<Pack> P;
            Pack psi;
            solid_.law().stress(pack, {&F_e, 1}, {&P, 1});
            solid_.law().energy(pack, {&F_e, 1}, {&psi, 1});
            for (int lane = 0; lane < Pack::lanes; ++lane) {
                const Index e = pack * Pack::lanes + lane;
                if (e >= n_elements) break;
                const Index to = e * n_points + q;
                const Eigen::Matrix3d of_point = sinew::lane(F, lane);
                const Eigen::Matrix3d tau =
                    sinew::lane(P, lane) * sinew::lane(F_e, lane).transpose();
                fields.deformation_gradient.col(to) = of_point.reshaped();
                fields.kirchhoff_stress.col(to) << tau(0, 0), tau(1, 1), tau(2, 2), tau(0, 1),
                    tau(1, 2), tau(0, 2);
                fields.volume_change[to] = of_point.determinant();
                fields.energy_density[to] = psi[lane];
            }
        }
    });
    return fields;
}

}  // namespace sinew
