// The Cauchy stress that outputs show is that of the internal forces, whatever makes them.
#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <support/bodies.hpp>
#include <support/scene_body.hpp>

#include "discretised.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

Vector internal(System& system, const Vector& q) {
    Forces forces;
    system.forces(q, Vector::Zero(q.size()), forces);
    REQUIRE_FALSE(forces.event);
    return forces.internal;
}

Eigen::Matrix3d tensor(const Eigen::VectorXd& s) {
    Eigen::Matrix3d sigma;
    sigma << s(0), s(3), s(5), s(3), s(1), s(4), s(5), s(4), s(2);
    return sigma;
}

/// Bent a lot, on straight edges: corners are moved at random, nodes between them stay between.
Points bent(const VolumeMesh& mesh) {
    Points x = mesh.positions;
    for (Index i = 0; i < x.cols(); ++i) {
        const Eigen::Vector3d X = mesh.positions.col(i);
        x.col(i) += Eigen::Vector3d(0.2 * X.x() + 0.1 * X.y(), 0.3 * X.z(), -0.2 * X.z());
    }
    const Points shake = (0.06 * noise(x.size(), 5)).reshaped(3, x.cols());
    if (mesh.type != ElementType::tet10) return x + shake;
    std::vector<bool> moved(std::size_t(x.cols()), false);
    for (Index e = 0; e < mesh.n_elements(); ++e)
        for (Index a = 0; a < 4; ++a) {
            const int i = mesh.elements(a, e);
            if (!moved[std::size_t(i)]) x.col(i) += shake.col(i);
            moved[std::size_t(i)] = true;
        }
    const int edges[6][2] = {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}};
    for (Index e = 0; e < mesh.n_elements(); ++e)
        for (Index k = 0; k < 6; ++k)
            x.col(mesh.elements(4 + k, e)) =
                0.5 * (x.col(mesh.elements(edges[k][0], e)) + x.col(mesh.elements(edges[k][1], e)));
    return x;
}

}  // namespace

TEST_CASE("Cauchy stress: its integral over the present body is the virial of internal forces") {
    for (const Discretised& how : discretisations)
        for (const std::string material : {"neo_hookean", "stvk", "corotational"}) {
            INFO(how.formulation << " of " << how.element << ", " << material);
            SceneBody scene(cube_of(how, "[2, 2, 1]", material));
            const Points x = bent(scene.body().mesh);
            const Vector q = Points(x - scene.body().mesh.positions).reshaped();
            const Points f = internal(scene.system(), q).reshaped(3, x.cols());
            VolumeMesh present = scene.body().mesh;
            present.positions = x;
            const Eigen::VectorXd volumes = element_volumes(present);
            const Eigen::MatrixXd stresses = scene.system().point_fields(q).mean_cauchy_stress();
            Eigen::Matrix3d integral = Eigen::Matrix3d::Zero();
            for (Index e = 0; e < volumes.size(); ++e)
                integral += volumes(e) * tensor(stresses.col(e));
            const Eigen::Matrix3d virial = f * x.transpose();
            CHECK((integral - virial).norm() < 1e-10 * virial.norm());
        }
}

TEST_CASE("Cauchy stress: with one point an element, its power is that of the internal forces") {
    for (const std::string formulation : {"displacement", "f_bar"}) {
        INFO(formulation);
        SceneBody scene(cube_of({formulation, "tet4"}, "[2, 2, 1]", "neo_hookean"));
        const VolumeMesh& mesh = scene.body().mesh;
        const Points x = bent(mesh);
        const Vector q = Points(x - mesh.positions).reshaped();
        const Points du = noise(q.size(), 9).reshaped(3, x.cols());
        const Eigen::MatrixXd stresses = scene.system().point_fields(q).mean_cauchy_stress();
        double power = 0;
        for (Index e = 0; e < mesh.n_elements(); ++e) {
            // J sigma : (dF F^-1), with the gradients of the present tet.
            Eigen::Matrix3d edges, changes;
            for (int a = 0; a < 3; ++a) {
                edges.col(a) = x.col(mesh.elements(a + 1, e)) - x.col(mesh.elements(0, e));
                changes.col(a) = du.col(mesh.elements(a + 1, e)) - du.col(mesh.elements(0, e));
            }
            const Eigen::Matrix3d gradient = changes * edges.inverse();
            power += edges.determinant() / 6 * tensor(stresses.col(e)).cwiseProduct(gradient).sum();
        }
        const Points f = internal(scene.system(), q).reshaped(3, x.cols());
        CHECK(power == Approx(f.cwiseProduct(du).sum()).epsilon(1e-10));
    }
}

TEST_CASE(
    "Cauchy stress: of the linear law it is 2 mu eps + lambda tr eps, also for large strains") {
    const double mu = 1000 / (2 * 1.45), lambda = 1000 * 0.45 / (1.45 * 0.1);
    for (const std::string element : {"tet4", "tet10", "hex8"}) {
        INFO(element);
        SceneBody scene(cube_of({"displacement", element}, "[2, 2, 1]", "linear"));
        const Points& X = scene.body().mesh.positions;
        Eigen::Matrix3d D;
        D << 0.3, 0.2, 0, -0.1, 0.1, 0.05, 0, 0.15, -0.2;
        const Vector q = Points(D * X).reshaped();
        const Eigen::Matrix3d eps = 0.5 * (D + D.transpose());
        const Eigen::Matrix3d sigma =
            2 * mu * eps + lambda * eps.trace() * Eigen::Matrix3d::Identity();
        const Eigen::MatrixXd stresses = scene.system().point_fields(q).mean_cauchy_stress();
        for (Index e = 0; e < stresses.cols(); ++e)
            CHECK((tensor(stresses.col(e)) - sigma).norm() < 1e-10 * sigma.norm());
        // The same work as the internal forces', over the body at rest, of volume 1.
        const Points du = Points(0.7 * D.transpose() * X);
        const Points f = internal(scene.system(), q).reshaped(3, X.cols());
        CHECK(f.cwiseProduct(du).sum() ==
              Approx(sigma.cwiseProduct(Eigen::Matrix3d(0.7 * D.transpose())).sum()));
    }
}

TEST_CASE("stresses: those of elements that are pressed flat are finite") {
    SceneBody scene(
        "    mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1], element: tet4}\n"
        "    material: {type: corotational, young: 1 kPa, poisson: 0.3}\n");
    const Points& X = scene.body().mesh.positions;
    Points u = Points::Zero(3, X.cols());
    u.row(2) = -X.row(2);
    const Vector q = u.reshaped();
    const Eigen::MatrixXd stresses = scene.system().point_fields(q).mean_cauchy_stress();
    CHECK(stresses.allFinite());
    CHECK(stresses.cwiseAbs().maxCoeff() > 1e9);
}
