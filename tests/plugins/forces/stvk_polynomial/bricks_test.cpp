#include <catch2/catch.hpp>
#include <Eigen/Geometry>

#include "stvk_polynomial/strain_integrals.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// Bricks of 0.5 x 1 x 0.25 m, turned.
VolumeMesh turned_bricks() {
    VolumeMesh mesh = box(ElementType::hex8, {2, 2, 2}, {1, 2, 0.5});
    const Eigen::Matrix3d turn =
        Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, -2, 0.5).normalized()).toRotationMatrix();
    mesh.positions = (turn * mesh.positions).eval();
    return mesh;
}

}  // namespace

TEST_CASE("bricks: few rows give the integrals that 27 points give, for any displacement") {
    for (const VolumeMesh& mesh :
         {box(ElementType::hex8, {2, 2, 2}, {1, 2, 0.5}), turned_bricks()}) {
        const auto bricks = stvk::strains_of_bricks(mesh), points = stvk::strains_at_points(mesh);
        CHECK(bricks->n_shear_rows() < points->n_shear_rows() / 2);
        for (const Index r : {1, 4, 9}) {
            const Eigen::MatrixXd U = noise(3 * mesh.n_nodes() * r).reshaped(3 * mesh.n_nodes(), r);
            for (const double size : {1e-3, 1.0, 30.0}) {  // each order has its turn
                const Vector q = size * noise(r, 2);
                const StrainIntegrals one = integrals(*bricks, 3, U, q);
                const StrainIntegrals other = integrals(*points, 3, U, q);
                CHECK(one.shear == Approx(other.shear).epsilon(1e-11));
                CHECK(one.trace == Approx(other.trace).epsilon(1e-11));
            }
        }
    }
}

TEST_CASE("bricks: a turned brick is one, a sheared or distorted one and tetrahedra are none") {
    const VolumeMesh mesh = turned_bricks();
    for (Index e = 0; e < mesh.n_elements(); ++e) CHECK(stvk::is_brick(mesh, e));
    VolumeMesh sheared = mesh;
    sheared.positions.row(0) += 0.01 * mesh.positions.row(1);
    CHECK_FALSE(stvk::is_brick(sheared, 0));
    VolumeMesh distorted = mesh;
    distorted.positions(2, mesh.elements(6, 0)) += 1e-6;
    CHECK_FALSE(stvk::is_brick(distorted, 0));
    CHECK_FALSE(stvk::is_brick(box(ElementType::tet4, {1, 1, 1}, {1, 1, 1}), 0));
}
