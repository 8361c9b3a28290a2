#include <catch2/catch.hpp>

#include "solid_fields.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("skin triangles: the nearest one, its distance and its outward normal") {
    SolidBlock block;
    const Body& body = block.body();
    const SkinTriangles skin(body.mesh, body.skin, {});
    const auto box = bounding_box(body.mesh.positions);
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-1.0, 1.0}) {
            const Eigen::Vector3d normal = side * Eigen::Vector3d::Unit(axis);
            const Eigen::Vector3d on_face = box.center() + normal * box.sizes()[axis] / 2;
            for (const double height : {-0.03, 0.07}) {
                const auto nearest = skin.nearest(on_face + height * normal, 0.1);
                REQUIRE(nearest);
                CHECK(nearest->distance == Approx(std::abs(height)));
                const Eigen::Vector3d area = area_normal(body.mesh.positions, nearest->nodes);
                CHECK((area.normalized() - normal).norm() < 1e-12);
            }
            CHECK_FALSE(skin.nearest(on_face + 0.2 * normal, 0.1));
        }
}

TEST_CASE("skin triangles: those across an axis along which the body is endless are left out") {
    SolidBlock block;
    const Body& body = block.body();
    const SkinTriangles skin(body.mesh, body.skin, 2);
    const auto box = bounding_box(body.mesh.positions);
    const Eigen::Vector3d on_top(box.min()[0] + 0.2, box.center()[1], box.max()[2]);
    const auto nearest = skin.nearest(on_top, 1);
    REQUIRE(nearest);
    CHECK(nearest->distance == Approx(0.2));
}
