#include <catch2/catch.hpp>

#include "../coupling_scene.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("kinematic solid: planes, spheres and surfaces push a body out by their distances") {
    for (const std::string solid :
         {"{plane: {point: [0, 0, 1.05], normal: [0, 0, -1]}}",
          "{sphere: {center: [0.5, 0.5, 2], radius: 0.95}}",
          "{surface: {mesh: {type: isosurface, edge: 0.1, shape: {box: {min: [-1, -1, 1.05], max: "
          "[2, 2, 2]}}}}}"}) {
        CAPTURE(solid);
        CouplingScene scene("type: rest_shape_contact, obstacles: [" + solid + "]", "", "tet4");
        CHECK(evaluate(scene.coupling(), scene.moved({0, 0, 0})).f.norm() == 0);
        // Of the middle of the top the way out is straight down, by 0.1.
        const PointBodies at = scene.moved({0, 0, 0.15});
        const Vector f = evaluate(scene.coupling(), at).f;
        int found = 0;
        for (Index node = 0; node < scene.body().mesh.n_nodes(); ++node) {
            if ((scene.body().mesh.positions.col(node) - Eigen::Vector3d(0.5, 0.5, 1)).norm() >
                1e-9)
                continue;
            ++found;
            // Eight triangles of 1/8, 10 MPa/m.
            CHECK(f[3 * node + 2] == Approx(-1e7 * 1 * 0.1).epsilon(2e-3));
            CHECK(f.segment<2>(3 * node).norm() < 2e-3 * std::abs(f[3 * node + 2]));
        }
        CHECK(found == 1);
    }
}
