#include <catch2/catch.hpp>

#include "solid_fields.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("material shape: distances from the skin and elements near it") {
    SolidBlock block;
    const Body& body = block.body();
    const MaterialShape shape(body.mesh, body.skin, 0.05);
    const Eigen::Vector3d middle = bounding_box(body.mesh.positions).center();
    const auto low = bounding_box(body.mesh.positions).min();
    CHECK(shape.distance(middle) == Approx(-0.25));  // bounded
    CHECK(shape.deepest() == Approx(0.25));
    for (const double depth : {-0.08, -0.02, 0.0, 0.03, 0.11}) {
        const Eigen::Vector3d X(low[0] + depth, middle[1], middle[2]);
        CHECK(shape.distance(X) == Approx(-depth).margin(0.004));
        CHECK((shape.gradient(X) + Eigen::Vector3d::UnitX()).norm() < 0.05);
    }
    CHECK(shape.distance(low - Eigen::Vector3d(5, 0, 0)) > 0.24);
    // Eight elements of 0.5 x 0.4 x 0.45 m.
    for (Index e = 0; e < 8; ++e) {
        Eigen::Vector3d centre = Eigen::Vector3d::Zero();
        for (int a = 0; a < 8; ++a) centre += body.mesh.positions.col(body.mesh.elements(a, e)) / 8;
        CHECK(shape.element(centre) == e);
    }
}

TEST_CASE("material shape: endless along an axis with one cell") {
    SolidBlock block;
    const Body& body = block.body();
    const MaterialShape shape(body.mesh, body.skin, 0.05, 2);
    const auto box = bounding_box(body.mesh.positions);
    for (const double z : {-3.0, box.center()[2], 7.0}) {
        CHECK(shape.distance({box.min()[0] + 0.06, box.center()[1], z}) ==
              Approx(-0.06).margin(0.004));
        CHECK(shape.distance({box.center()[0], box.max()[1] + 0.06, z}) ==
              Approx(0.06).margin(0.004));
    }
}
