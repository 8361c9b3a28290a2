#include <catch2/catch.hpp>

#include "cubes.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("surface contact: an obstacle may not be moved through a body, nor a body into it") {
    for (Obstacle (*make)() : {plane_below, sphere_above, box_beside}) {
        const CubeBeside scene(make());
        const PointBodies from = scene.at_rest();
        // Everything but the cube goes towards its middle.
        PointBodies to = from;
        const Index first = scene.cube.mesh.positions.size();
        const Eigen::Vector3d way =
            0.6 * (Eigen::Vector3d(0.5, 0.5, 0.5) - from.x.segment<3>(first));
        for (Index i = first; i < to.size; i += 3) to.x.segment<3>(i) += way;
        const double share = scene.contact->largest_step(from, to);
        CHECK(share < 0.2);
        CHECK(share > 0);
        CHECK(scene.contact->penetrations_at(scene.contact->surface().rest()).empty());
        CHECK_THROWS_WITH(scene.contact->commit(to, 0.5), Catch::Contains("/obstacle"));
    }
}

TEST_CASE("surface contact: a body may not be moved through another, nor be found in it") {
    StackedCubes cubes;
    const PointBodies from = cubes.at_rest();
    PointBodies to = from;
    for (Index i = cubes.lower.mesh.positions.size() + 2; i < to.size; i += 3) to.x[i] -= 3;
    const double share = cubes.contact->largest_step(from, to);
    CHECK(share * 3 < 0.02);
    CHECK(share * 3 > 0.01);
    cubes.contact->commit(from, 0);
    to.x = from.x + 0.03 / 3 * (to.x - from.x);
    CHECK_THROWS_WITH(cubes.contact->commit(to, 0.5),
                      Catch::Contains("intersect at 0.5 s") && Catch::Contains("/upper"));
}
