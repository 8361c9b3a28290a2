#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

#include "stvk_polynomial/strain_integrals.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("strains at points: of a linear displacement their integrals are volume times strain") {
    const Eigen::Matrix3d A = 0.4 * noise(9).reshaped(3, 3);
    for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8}) {
        const VolumeMesh mesh = box(type, {2, 2, 2}, {1, 2, 0.5}, 0.2);
        const auto strains = stvk::strains_at_points(mesh);
        const Eigen::VectorXd volumes = element_volumes(mesh);
        const Eigen::Matrix3d E = green_strain(A, 0.7);
        for (const Index element : {Index(0), mesh.n_elements() - 1}) {
            const StrainIntegrals found =
                integrals(*strains, element, linear_mode(mesh, A), Vector::Constant(1, 0.7));
            CHECK(found.shear == Approx(volumes[element] * E.squaredNorm()).epsilon(1e-12));
            CHECK(found.trace == Approx(volumes[element] * E.trace() * E.trace()).epsilon(1e-12));
        }
    }
}

TEST_CASE("strains at points: weights multiply the squares of their rows") {
    const VolumeMesh mesh = box(ElementType::tet4, {1, 1, 1}, {1, 1, 1});
    const auto strains = stvk::strains_at_points(mesh);
    const stvk::Modes modes(noise(3 * mesh.n_nodes()));
    stvk::Gram shear(2, 6), trace(2, 1), shear_3(2, 6), trace_5(2, 1);
    stvk::StrainRows rows(modes, shear.row_room());
    strains->fill(0, {1, 1}, rows, shear, 0, trace, 0);
    strains->fill(0, {3, 5}, rows, shear_3, 0, trace_5, 0);
    for (stvk::Gram* gram : {&shear, &shear_3}) gram->add_rows(6);
    for (stvk::Gram* gram : {&trace, &trace_5}) gram->add_rows(1);
    for (Index i = 0; i < 2; ++i)
        for (Index j = 0; j < 2; ++j) {
            CHECK(shear_3(i, j) == Approx(3 * shear(i, j)).epsilon(1e-13));
            CHECK(trace_5(i, j) == Approx(5 * trace(i, j)).epsilon(1e-13));
        }
}
