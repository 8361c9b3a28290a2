#include <catch2/catch.hpp>

#include "plugins/coupling/coupling_scene.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

TEST_CASE(
    "scene checks: a voxel that is too fine or too coarse is refused, one that is coarse told") {
    CHECK_THROWS_WITH(
        CouplingScene("type: self_contact, way_out: rest_shape, voxel: 1 mm", "", "tet4"),
        Contains("a voxel of 0.001 m makes 1e+09 cubes in /cube") && Contains("give a voxel of"));
    // The cube's skin has edges of 0.5 m, and diagonals: 0.569 m in the mean.
    CHECK_THROWS_WITH(
        CouplingScene("type: self_contact, way_out: rest_shape, voxel: 0.6 m", "", "tet4"),
        Contains("scene.yaml:7:66") && Contains("a voxel of 0.6 m is more than the mean edge") &&
            Contains("/cube, 0.569 m") && Contains("and 0.28 m, or none"));
    CHECK(CouplingScene("type: self_contact, way_out: rest_shape, voxel: 0.25 m", "", "tet4")
              .warnings()
              .empty());
    const CouplingScene coarse("type: self_contact, way_out: rest_shape, voxel: 0.4 m", "", "tet4");
    REQUIRE(coarse.warnings().size() == 1);
    CHECK_THAT(coarse.warnings()[0].message, Contains("0.4 m is more than half of the mean edge"));
}

TEST_CASE("scene checks: a stiffness that no step could bear is refused") {
    // The material has E (1 - nu) / (1 + nu) / (1 - 2 nu) = 379 kPa, over an element of 0.292 m.
    CHECK_THROWS_WITH(CouplingScene("type: self_contact, stiffness: 1e30", "", "tet4"),
                      Contains("scene.yaml:7:49") && Contains("as stiff as 2.9e+29 Pa") &&
                          Contains("the material, 3.8e+05 Pa") && Contains("try 1.3e+06 Pa/m"));
    CHECK_THROWS_WITH(CouplingScene("type: self_contact, node_stiffness: 1e30", "", "tet4"),
                      Contains("a million times as stiff") && Contains("N/m"));
    CHECK_NOTHROW(CouplingScene("type: self_contact, stiffness: 1e12", "", "tet4"));
}

TEST_CASE("scene checks: a body is in one at a time") {
    const auto twice = [](const std::string& first, const std::string& second) {
        return CouplingScene("type: self_contact" + first + "}, {type: self_contact" + second, "",
                             "tet4");
    };
    CHECK_THROWS_WITH(twice("", ", stiffness: 1 MPa/m"),
                      Contains("scene.yaml:7:39") &&
                          Contains("/cube is in another self_contact at the same") &&
                          Contains("that of scene.yaml:7:17: ") && Contains("keep one of the two"));
    CHECK_THROWS_WITH(twice("", ", from: 5 ms"), Contains("let one end (until) before"));
    CHECK_THROWS_WITH(twice(", until: 6 ms", ", from: 5 ms"), Contains("at the same time"));
    CHECK_NOTHROW(twice(", until: 5 ms", ", from: 5 ms"));
    CHECK_NOTHROW(twice(", from: 5 ms", ", until: 5 ms"));
}

TEST_CASE("scene checks: what only the shape at rest asks for is refused elsewhere") {
    CHECK_THROWS_WITH(CouplingScene("type: self_contact, voxel: 0.1 m", "", "tet4"),
                      Contains("scene.yaml:7:45") && Contains("voxel is given, but no distances") &&
                          Contains("way_out: rest_shape too"));
    CHECK_THROWS_WITH(
        CouplingScene("type: self_contact, way_out: facing, anisotropy: 0.5", "", "tet4"),
        Contains("anisotropy is given, but where a node leaves by what faces it"));
    CHECK_NOTHROW(
        CouplingScene("type: self_contact, way_out: rest_shape, anisotropy: 0.5", "", "tet4"));
}
