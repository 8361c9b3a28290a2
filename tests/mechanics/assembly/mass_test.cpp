#include <catch2/catch.hpp>
#include <sinew/mechanics/assembly/assembler.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/assembly/mass.hpp>
#include <support/bodies.hpp>

using namespace sinew;

namespace {

MassMatrix mass_of(const VolumeMesh& mesh) {
    const Assembler assembler(displacement_forces(mesh, test::NeoHookean()));
    return MassMatrix(mesh, Eigen::VectorXd::Constant(mesh.n_elements(), 1000.0),
                      assembler.pattern());
}

}  // namespace

TEST_CASE("masses and volumes add up to those of the box") {
    for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8}) {
        INFO(name_of(type));
        const MassMatrix mass = mass_of(test::box(type, {3, 2, 3}, {1.0, 0.5, 2.0}, 0.2));
        CHECK(mass.values().sum() == Approx(1000).epsilon(1e-13));
        CHECK(mass.row_sums().sum() == Approx(1000).epsilon(1e-13));
        CHECK(mass.lumped().sum() == Approx(1000).epsilon(1e-13));
        CHECK(mass.volumes().sum() == Approx(1).epsilon(1e-13));
        CHECK(mass.lumped().minCoeff() > 0);
    }
}

TEST_CASE("the consistent mass gives the exact kinetic energy of a linear velocity field") {
    // On the box [0,a] x [0,b] x [0,c] with v = (x, y + z, 1): integrals of the squares.
    const Eigen::Vector3d size(1.0, 0.5, 2.0);
    const double V = size.prod(), x2 = size.x() * size.x() / 3, y2 = size.y() * size.y() / 3,
                 z2 = size.z() * size.z() / 3, yz = size.y() * size.z() / 4;
    const double exact = 0.5 * 1000 * V * (x2 + y2 + 2 * yz + z2 + 1);
    for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8}) {
        INFO(name_of(type));
        const VolumeMesh mesh = test::box(type, {3, 2, 3}, size, 0.2);
        const MassMatrix mass = mass_of(mesh);
        Vector v(3 * mesh.n_nodes()), Mv;
        for (Index i = 0; i < mesh.n_nodes(); ++i) {
            const Eigen::Vector3d X = mesh.positions.col(i);
            v.segment<3>(3 * i) << X.x(), X.y() + X.z(), 1;
        }
        mass.multiply(v, Mv);
        CHECK(0.5 * v.dot(Mv) == Approx(exact).epsilon(1e-12));
    }
}

TEST_CASE("the mass of one tetrahedron is the textbook's: rho V / 20 times two on the diagonal") {
    VolumeMesh mesh;
    mesh.positions.resize(3, 4);
    mesh.positions << 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1;
    mesh.elements.resize(4, 1);
    mesh.elements << 0, 1, 2, 3;
    const MassMatrix mass = mass_of(mesh);
    for (Index b = 0; b < mass.values().size(); ++b) {
        const bool diagonal = b % 5 == 0;
        CHECK(mass.values()(b) == Approx(1000.0 / 6 / 20 * (diagonal ? 2 : 1)).epsilon(1e-13));
    }
}
