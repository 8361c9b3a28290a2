#include <catch2/catch.hpp>
#include <gltf/gltf_writer.hpp>
#include <nlohmann/json.hpp>
#include <sinew/gltf/gltf_file.hpp>
#include <support/gltf/changed_gltf.hpp>

#include "plugins/output/gltf/glb_parts.hpp"

using namespace sinew;
using namespace sinew::test;
using namespace sinew::testing;
using Eigen::Vector3d;
using nlohmann::json;

namespace {

/// A tetrahedron's skin.
SurfaceMesh tetrahedron() {
    SurfaceMesh surface;
    surface.positions.resize(3, 4);
    surface.positions << 0.1, 1, 0, 0, 0, 0, 1 / 3.0, 0, 0, 0, 0, 1e-3;
    surface.triangles.resize(3, 4);
    surface.triangles << 0, 0, 1, 0, 2, 1, 2, 3, 1, 3, 3, 2;
    return surface;
}

/// At 0.25 s, 0.35 s, ...
SurfaceFrames random_frames(int n) {
    SurfaceFrames frames;
    for (int k = 0; k < n; ++k) {
        frames.times.push_back(0.25 + 0.1 * k);
        frames.points.push_back(FramePoints::Random(3, 4));
    }
    return frames;
}

gltf::File read_back(const std::string& content, bool is_binary) {
    const ChangedGltf file(is_binary ? ".glb" : ".gltf", content);
    return gltf::read({file.path(), "written", {}});
}

}  // namespace

TEST_CASE("gltf writer: what it wrote reads back bit for bit, in single precision") {
    const SurfaceMesh rest = tetrahedron();
    const SurfaceFrames frames = random_frames(5);
    for (const bool is_binary : {true, false}) {
        CAPTURE(is_binary);
        gltf_output::Settings settings;
        settings.name = "blob";
        settings.is_binary = is_binary;
        const gltf::File file =
            read_back(gltf_output::file_content(rest, frames, settings), is_binary);
        CHECK(file.warnings.empty());
        CHECK(file.generator.substr(0, 6) == "Sinew ");
        REQUIRE(file.nodes.size() == 1);
        CHECK(file.nodes[0].name == "blob");
        CHECK(file.nodes[0].mesh == 0);
        REQUIRE(file.meshes.size() == 1);
        const gltf::Mesh& mesh = file.meshes[0];
        CHECK(mesh.name == "blob");
        CHECK(mesh.surface.positions == rest.positions.cast<float>().cast<double>());
        CHECK(mesh.surface.triangles == rest.triangles);
        REQUIRE(mesh.targets.size() == 5);
        for (std::size_t k = 0; k < 5; ++k)
            CHECK(mesh.targets[k].displacement == frames.points[k].cast<double>());
        CHECK(mesh.targets[1].name == "0.35 s");
        CHECK(mesh.morph_weights == std::vector<double>(5, 0));
        // At each frame's time its own weight is 1, and all others are 0.
        REQUIRE(file.animations.size() == 1);
        REQUIRE(file.animations[0].channels.size() == 1);
        const gltf::Channel& channel = file.animations[0].channels[0];
        CHECK(channel.property == gltf::Property::weights);
        CHECK(channel.between == Interpolation::linear);
        for (std::size_t k = 0; k < 5; ++k) CHECK(channel.times[k] == float(frames.times[k]));
        CHECK(channel.values == Eigen::MatrixXd::Identity(5, 5));
    }
}

TEST_CASE("gltf writer: frames may hold until the next, and z may stay up") {
    gltf_output::Settings settings;
    const auto written = [&] {
        return read_back(gltf_output::file_content(tetrahedron(), random_frames(2), settings),
                         true);
    };
    const Vector3d up(0, 0, 1);
    CHECK((written().nodes[0].to_parent * up - Vector3d(0, 1, 0)).norm() < 1e-7);
    settings.z_is_up = false;
    settings.steps = true;
    CHECK(written().nodes[0].to_parent * up == up);
    CHECK(written().animations[0].channels[0].between == Interpolation::steps);
}

TEST_CASE("gltf writer: without frames it is a surface at rest") {
    const gltf::File file = read_back(gltf_output::file_content(tetrahedron(), {}, {}), true);
    CHECK(file.animations.empty());
    CHECK(file.meshes[0].targets.empty());
    CHECK(file.meshes[0].surface.n_triangles() == 4);
}

TEST_CASE("gltf writer: frames that are kept have their times, and no weights") {
    const SurfaceFrames frames = random_frames(200);
    const gltf::File file = read_back(gltf_output::frames_content(tetrahedron(), frames, {}), true);
    REQUIRE(file.meshes[0].targets.size() == 200);
    CHECK(file.meshes[0].targets[7].displacement == frames.points[7].cast<double>());
    REQUIRE(file.animations.at(0).channels.size() == 1);
    const gltf::Channel& channel = file.animations[0].channels[0];
    CHECK(channel.property == gltf::Property::translation);
    CHECK(channel.values.isZero(0));
    REQUIRE(channel.times.size() == 200);
    CHECK(channel.times[7] == float(frames.times[7]));
    const Glb glb = parts_of(gltf_output::frames_content(tetrahedron(), frames, {}));
    CHECK(glb.buffer.size() < 200 * (4 * 12 + 4 + 12) + 200);
}

TEST_CASE(
    "gltf writer: frames of a skin that no .glb can hold are refused before they are copied") {
    SurfaceMesh large;
    large.positions = Points::Zero(3, 1'000'000);
    SurfaceFrames frames;
    frames.times.resize(400);
    CHECK_THROWS_WITH(gltf_output::frames_content(large, frames, {}),
                      Catch::Contains("a .glb file cannot hold more than 4 GB") &&
                          Catch::Contains("leave the checkpoints out"));
}

TEST_CASE("gltf writer: bounds, sizes and places of its numbers are what the format asks for") {
    const SurfaceFrames frames = random_frames(3);
    const Glb file = parts_of(gltf_output::file_content(tetrahedron(), frames, {}));
    const json& primitive = file.head["meshes"][0]["primitives"][0];
    for (std::size_t k = 0; k < 3; ++k) {
        const int accessor = primitive["targets"][k]["POSITION"];
        CHECK(vectors(file, accessor) == frames.points[k]);
        for (int axis = 0; axis < 3; ++axis) {
            const json& bounds = file.head["accessors"][accessor];
            CHECK(bounds["min"][axis].get<float>() == frames.points[k].row(axis).minCoeff());
            CHECK(bounds["max"][axis].get<float>() == frames.points[k].row(axis).maxCoeff());
        }
    }
    std::size_t end = 0;
    for (const json& view : file.head["bufferViews"]) {
        CHECK(view["byteOffset"] == end);
        end += view["byteLength"].get<std::size_t>();
        CHECK(end % 4 == 0);
    }
    CHECK(file.head["buffers"][0]["byteLength"] == end);
    CHECK(file.buffer.size() == end);
    CHECK_FALSE(primitive["attributes"].contains("NORMAL"));
}
