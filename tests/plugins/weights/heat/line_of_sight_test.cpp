#include <catch2/catch.hpp>
#include <heat/line_of_sight.hpp>
#include <sinew/mechanics/mesh/submesh.hpp>
#include <support/meshes.hpp>

#include "../u_shape.hpp"

using namespace sinew;
using namespace sinew::test;
using Eigen::Vector3d;

TEST_CASE(
    "line of sight: in a convex body all is seen, also along its faces, and nothing outside") {
    const VolumeMesh mesh = tet_grid(4, 3, 2);
    const Boundary skin = boundary(mesh);
    const LineOfSight sight(mesh, skin);
    for (const int i : skin.nodes)
        for (const Vector3d& inside :
             {Vector3d(2, 1.5, 1), Vector3d(0.1, 2.7, 1.9), Vector3d(2, 1.5, 0), Vector3d(0, 0, 0),
              Vector3d(4, 1.3, 0.7)}) {
            CHECK(sight.is_clear(i, inside));
            const Vector3d outside = inside + Vector3d(9, 9, 9);
            CHECK_FALSE(sight.is_clear(i, outside));
        }
}

TEST_CASE("line of sight: from one leg of a U the other is not seen, nor over a step") {
    const VolumeMesh mesh = u_shape();
    const LineOfSight sight(mesh, boundary(mesh));
    // Across the gap, between x = 1 and x = 2 above z = 1.
    CHECK_FALSE(sight.is_clear(node_at(mesh, {2, 0, 3}), {0.5, 0.5, 3}));
    CHECK_FALSE(sight.is_clear(node_at(mesh, {3, 0, 3}), {0.5, 0.5, 3}));
    CHECK_FALSE(sight.is_clear(node_at(mesh, {3, 0, 4}), {0.5, 0.5, 1.5}));
    // Down the leg, and along the floor of the gap.
    CHECK(sight.is_clear(node_at(mesh, {2, 0, 3}), {2.5, 0.5, 0.5}));
    CHECK(sight.is_clear(node_at(mesh, {2, 0, 1}), {0.5, 0.5, 0.5}));
    CHECK(sight.is_clear(node_at(mesh, {2, 0, 1}), {1.2, 0.5, 1}));
    CHECK_FALSE(sight.is_clear(node_at(mesh, {2, 0, 1}), {0.5, 0.5, 1.1}));
}
