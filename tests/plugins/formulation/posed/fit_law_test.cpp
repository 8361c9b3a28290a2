#include "posed/fit_law.hpp"

#include <mechanics/pose/law_forces.hpp>
#include <mechanics/pose/two_stiffnesses.hpp>

using namespace sinew;
using namespace sinew::test;

namespace {

/// |f - f_own| / |f_own| of the law of fits, under displacements u.
double difference(const VolumeMesh& mesh, const Material& material, const Vector& u) {
    const Vector own = forces(
        mesh, [&](const VolumeMesh& ordered) { return material.bind(ordered); }, u);
    return (forces(mesh, fit_law(material), u) - own).norm() / own.norm();
}

VolumeMesh block() {
    return box(ElementType::tet4, {3, 2, 2}, {1.5, 1, 1}, 0.1);
}

const std::string constants = "young: 1 kPa, poisson: 0.3";

}  // namespace

TEST_CASE("fit law: a neo-Hookean material's own") {
    const VolumeMesh mesh = block();
    const auto own = make<Material>("material/neo_hookean", constants);
    CHECK(difference(mesh, *own, 0.05 * noise(3 * mesh.n_nodes())) < 1e-12);
}

TEST_CASE("fit law: the stiffness of other materials at rest") {
    const VolumeMesh mesh = block();
    const Vector u = noise(3 * mesh.n_nodes());
    for (const char* material : {"stvk", "linear", "corotational", "stable_neo_hookean"}) {
        CAPTURE(material);
        const auto own = make<Material>(std::string("material/") + material, constants);
        const double far = difference(mesh, *own, 1e-3 * u);
        const double near = difference(mesh, *own, 1e-5 * u);
        CHECK(near < 2e-4);
        CHECK(near < 0.02 * far);
    }
}

TEST_CASE("fit law: each element has its own stiffness") {
    const TwoStiffnesses poses;
    const PoseMaterial material(*poses.moduli(), 1);
    VolumeMesh mesh = poses.mesh;
    material.give(mesh);
    CHECK(difference(mesh, material, 1e-6 * noise(3 * mesh.n_nodes())) < 1e-4);
    CHECK(difference(mesh, *poses.material, 1e-6 * noise(3 * mesh.n_nodes())) < 1e-4);
}

TEST_CASE("fit law: an element without volume has endless energy, whatever the material is") {
    const VolumeMesh mesh = block();
    const auto own = make<Material>("material/stvk", constants);
    Vector u = Vector::Zero(3 * mesh.n_nodes());
    const auto flattened_to = [&](double height) {
        for (Index n = 0; n < mesh.n_nodes(); ++n)
            u[3 * n + 2] = (height - 1) * mesh.positions(2, n);
        return Assembler(displacement_forces(mesh, fit_law(*own), force_degree(mesh.type)))
            .energy(u);
    };
    const double volume = 1.5, mu = 1e3 / 2.6, lambda = 300 / (1.3 * 0.4), ln = std::log(1e-3);
    CHECK(flattened_to(1e-3) ==
          Approx(volume * (mu / 2 * (1e-6 - 1) - mu * ln + lambda / 2 * ln * ln)));
    CHECK(std::isinf(flattened_to(-0.1)));
}
