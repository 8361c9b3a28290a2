#include <catch2/catch.hpp>
#include <gltf/morphing_mesh.hpp>

#include "plugins/output/gltf/glb_parts.hpp"

using namespace sinew;
using namespace sinew::testing;
using gltf_output::Document;
using nlohmann::json;

TEST_CASE("gltf mesh: normals are unit, and those of targets are what they differ by") {
    SurfaceMesh rest;  // A square of two triangles, which faces z, and a loose point.
    rest.positions.resize(3, 5);
    rest.positions << 0, 1, 1, 0, 7, 0, 0, 1, 1, 7, 0, 0, 0, 0, 7;
    rest.triangles.resize(3, 2);
    rest.triangles << 0, 0, 1, 2, 2, 3;
    // Turned about y, so that it faces x.
    const Eigen::Matrix3d turn =
        Eigen::AngleAxisd(M_PI / 2, Eigen::Vector3d::UnitY()).toRotationMatrix();
    const FramePoints turned = (turn * rest.positions - rest.positions).cast<float>();
    gltf_output::Settings settings;
    settings.has_normals = true;
    Document document;
    const json mesh = gltf_output::morphing_mesh(rest, {{"turned", &turned}}, settings, document);
    CHECK(mesh["extras"]["targetNames"] == json::array({"turned"}));
    CHECK(mesh["weights"] == json::array({0}));
    const Glb file = parts_of(document.content(true));
    const json& primitive = mesh["primitives"][0];
    const FramePoints normals = vectors(file, primitive["attributes"]["NORMAL"]),
                      change = vectors(file, primitive["targets"][0]["NORMAL"]);
    REQUIRE(normals.cols() == 5);
    for (int i = 0; i < 4; ++i) {
        CHECK(normals.col(i) == Eigen::Vector3f(0, 0, 1));
        CHECK((change.col(i) - Eigen::Vector3f(1, 0, -1)).norm() < 1e-6F);
    }
    CHECK(normals.col(4) == Eigen::Vector3f(0, 0, 1));
    CHECK(change.col(4).isZero(0));
}
