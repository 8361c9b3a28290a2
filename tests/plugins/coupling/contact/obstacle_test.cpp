#include <catch2/catch.hpp>
#include <sinew/mechanics/system/body_system.hpp>

#include "../coupling_scene.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// Nodes of the first obstacle of a coupling at time t.
Points nodes_at(CouplingScene& scene, double t) {
    BodySystem& body = *scene.coupling().obstacles().at(0);
    body.move_to(t);
    Vector q = body.initial().q;
    q(body.prescribed().dofs) = body.prescribed().q;
    return body.positions(q);
}

}  // namespace

TEST_CASE("obstacle: a plane and a sphere are points of prescribed motion") {
    CouplingScene plane(
        "type: contact, obstacles: [{plane: {point: {expr: [\"t\", \"0\", \"-1-2*t\"]}}}]");
    CHECK((nodes_at(plane, 0.5) - Eigen::Vector3d(0.5, 0, -2)).norm() < 1e-14);
    CHECK(plane.coupling().bodies().size() == 2);
    CouplingScene sphere(
        "type: contact, obstacles: [{sphere: {radius: 0.5, center: {expr: [\"2+t\", \"2\", "
        "\"2\"]}}}]");
    CHECK((nodes_at(sphere, 1) - Eigen::Vector3d(3, 2, 2)).norm() < 1e-14);
}

TEST_CASE("obstacle: a surface hangs from a frame that turns about its axis, and then moves") {
    CouplingScene scene(
        "type: contact, obstacles: [{surface: {mesh: {type: box, size: [1, 1, 1], origin: [2, 0, "
        "0], "
        "cells: [1, 1, 1]}, rotate: {axis: [0, 0, 1], center: [2, 0, 0], angle: {expr: "
        "\"pi/2*t\"}}, displacement: {expr: [\"0\", \"0\", \"t\"]}}}]");
    const Points before = nodes_at(scene, 0), after = nodes_at(scene, 1);
    REQUIRE(before.cols() == 4);
    for (Index k = 0; k < 4; ++k) {
        const Eigen::Vector3d from = before.col(k) - Eigen::Vector3d(2, 0, 0);
        const Eigen::Vector3d expected(2 - from.y(), from.x(), from.z() + 1);
        CHECK((after.col(k) - expected).norm() < 1e-12);
    }
}
