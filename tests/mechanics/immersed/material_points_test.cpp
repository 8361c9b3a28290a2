#include <catch2/catch.hpp>
#include <sinew/mechanics/immersed/material_points.hpp>
#include <support/bodies.hpp>

using namespace sinew;

namespace {

const Eigen::Matrix3d map{{1.1, 0.2, 0}, {-0.1, 0.9, 0.3}, {0, 0.05, 1.2}};

Points affine(const Points& x) {
    return (map * x).colwise() + Eigen::Vector3d(0.3, -0.2, 0.1);
}

}  // namespace

TEST_CASE("material points: they have the mass and the volume of their body, fine or coarse") {
    const test::NeoHookean material(1);
    for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8})
        for (const double spacing : {0.05, 0.3}) {
            const Body body =
                test::body(test::box(type, {3, 2, 2}, {0.9, 0.6, 0.5}, 0.1), material);
            const MaterialPoints points(body, spacing);
            CHECK(double(points.size()) > 0.27 / std::pow(spacing, 3) / 1.02);
            CHECK(points.volumes(body.mesh.positions).sum() == Approx(0.27).epsilon(1e-12));
            CHECK(points.masses().sum() == Approx(0.27 * body.density[0]).epsilon(1e-12));
            const Points moved = affine(body.mesh.positions);
            CHECK(points.volumes(moved).sum() == Approx(0.27 * map.determinant()).epsilon(1e-12));
        }
}

TEST_CASE(
    "material points: linear fields are exact at them, and forces go back as their transpose") {
    const test::NeoHookean material(1);
    const Body body =
        test::body(test::box(ElementType::tet10, {2, 2, 1}, {0.5, 0.6, 0.3}, 0.1), material);
    const MaterialPoints points(body, 0.08);
    const Points at = points.at(body.mesh.positions);
    CHECK((points.at(affine(body.mesh.positions)) - affine(at)).norm() < 1e-12);
    const Points forces = test::noise(3 * points.size()).reshaped(3, points.size());
    const Points motion = test::noise(3 * body.mesh.n_nodes(), 2).reshaped(3, body.mesh.n_nodes());
    CHECK(points.on_nodes(forces).cwiseProduct(motion).sum() ==
          Approx(forces.cwiseProduct(points.at(motion)).sum()).epsilon(1e-12));
}
