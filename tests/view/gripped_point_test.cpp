#include <catch2/catch.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <support/meshes.hpp>
#include <view/gripped_point.hpp>

using namespace sinew;
using namespace sinew::view;

namespace {

/// Two bricks of 1 m, and a triangle across them; its last corner is outside of both.
struct Bricks {
    Body body;
    VisualSurface visual;
    Bricks() {
        body.mesh = test::hex_grid(2, 1, 1);
        body.skin = boundary(body.mesh);
        visual.body = &body.mesh;
        visual.rest.positions.resize(3, 3);
        visual.rest.positions << 0.2, 1.8, 0.9,  //
            0.3, 0.4, 0.9,                       //
            0.5, 0.6, 1.4;
        visual.rest.triangles = Eigen::Vector3i(0, 1, 2);
        visual.embeddings = embed(body.mesh, visual.rest.positions);
    }
};

}  // namespace

TEST_CASE("what the mouse grips on a visual surface is the point of the triangle at rest") {
    const Bricks bricks;
    const Eigen::Vector3d w(0.5, 0.3, 0.2), rest = bricks.visual.rest.positions * w;
    Points nodes = bricks.body.mesh.positions;
    nodes.row(0) *= 1.5;
    nodes.row(2).array() += 0.25;
    const Points shown = bricks.visual.deform(nodes);
    const GrippedPoint grip = grip_visual(bricks.visual, shown, {1, 0, shown * w});
    CHECK((grip.rest - rest).norm() < 1e-14);
    CHECK(grip.is_on_visual);
    CHECK(grip.is_inside_elements);
    // The motion is affine: the point is where it is shown, and it has the nodes of its brick.
    CHECK((grip.at(nodes) - shown * w).norm() < 1e-14);
    CHECK(grip.point.n == 8);
    Eigen::Vector3d force_moment = Eigen::Vector3d::Zero(), resultant = Eigen::Vector3d::Zero();
    const Eigen::Vector3d f(1, 2, 3);
    for (std::size_t a = 0; a < 8; ++a) {
        const Eigen::Vector3d share = grip.point.weights[a] * f;
        resultant += share;
        force_moment += nodes.col(grip.point.nodes[a]).cross(share);
    }
    CHECK((resultant - f).norm() < 1e-12);
    CHECK((force_moment - Eigen::Vector3d(shown * w).cross(f)).norm() < 1e-12);
}

TEST_CASE("what hangs outside of all elements is gripped, and told") {
    const Bricks bricks;
    const Points& shown = bricks.visual.rest.positions;
    const GrippedPoint grip = grip_visual(bricks.visual, shown, {1, 0, shown.col(2)});
    CHECK_FALSE(grip.is_inside_elements);
    CHECK((grip.at(bricks.body.mesh.positions) - shown.col(2)).norm() < 1e-13);
}

TEST_CASE("without a visual surface the nearest node of the skin is gripped") {
    const Bricks bricks;
    const GrippedPoint grip =
        grip_node(bricks.body, bricks.body.mesh.positions, {1, 0, {1.9, 0.1, 0.8}});
    CHECK(grip.point.n == 1);
    CHECK((grip.rest - Eigen::Vector3d(2, 0, 1)).norm() == 0);
    CHECK_FALSE(grip.is_on_visual);
}
