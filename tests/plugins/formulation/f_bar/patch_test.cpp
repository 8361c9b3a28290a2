#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

#include "averaged.hpp"
#include "f_bar/patches.hpp"

using namespace sinew;
using test::Averaged;

TEST_CASE("f_bar/patch: a homogeneous deformation gives the forces of plain tets") {
    Averaged body(ElementType::tet4);
    test::check_homogeneous_deformation(body);
}

TEST_CASE("f_bar/patch: the energy is that of Fb = (theta / J)^(1/3) F in every tet") {
    Averaged body(ElementType::tet4);
    const Vector u = 0.03 * test::noise(body.n);
    VolumeMesh present = body.mesh;
    present.positions += u.reshaped(3, body.mesh.n_nodes());
    const Eigen::VectorXd volumes = element_volumes(body.mesh), now = element_volumes(present);
    const auto edges = [](const VolumeMesh& mesh, Index e) {
        const auto nodes = mesh.elements.col(e);
        return Eigen::Matrix3d(mesh.positions(Eigen::all, nodes.tail(3)).colwise() -
                               mesh.positions.col(nodes[0]));
    };
    const ElementTable table(body.mesh, force_degree(ElementType::tet4));
    const f_bar::Patches patches(table, 8, [](int, int) { return true; });
    double energy = 0, pointwise = 0;
    for (const std::vector<int>& places : patches.elements) {
        std::vector<int> elements;
        for (const int position : places)
            elements.push_back(table.element_at[std::size_t(position)]);
        const double theta = now(elements).sum() / volumes(elements).sum();
        for (const int e : elements) {
            const Eigen::Matrix3d F = edges(present, e) * edges(body.mesh, e).inverse();
            const double s = std::cbrt(theta / F.determinant());
            energy += volumes[e] * test::neo_hookean_energy(s * F);
            pointwise += volumes[e] * test::neo_hookean_energy(F);
        }
    }
    REQUIRE(std::abs(pointwise / energy - 1) > 0.01);  // the average matters here
    CHECK(body.averaged.energy(u) == Approx(energy).epsilon(1e-12));
}

TEST_CASE("f_bar/patch: patches of one tet are the displacement formulation") {
    Averaged body(ElementType::tet4, 1);
    const Vector u = 0.03 * test::noise(body.n), x = test::noise(body.n, 2);
    const Vector f = test::forces_at(body.plain, u);
    CHECK((test::forces_at(body.averaged, u) - f).norm() < 1e-12 * f.norm());
    const Vector Kx = test::stiffness_times(body.plain, u, Definiteness::exact, x);
    const Vector y = test::stiffness_times(body.averaged, u, Definiteness::exact, x);
    CHECK((y - Kx).norm() < 1e-12 * Kx.norm());
}

TEST_CASE("f_bar/patch: forces are the gradient of energy, and stiffness that of forces") {
    Averaged body(ElementType::tet4);
    test::check_derivatives(body);
}

TEST_CASE("f_bar/patch: the matrix-free product is the matrix's") {
    Averaged body(ElementType::tet4);
    test::check_matrix_free_product(body);
}

TEST_CASE("f_bar/patch: an inverted element is an event that names it") {
    Averaged body(ElementType::tet4);
    test::check_inversion(body);
}
