#include <catch2/catch.hpp>
#include <gltf/skin_writer.hpp>
#include <support/gltf/changed_gltf.hpp>

#include "plugins/output/gltf/skinned_file.hpp"

using namespace sinew;
using namespace sinew::test;
using namespace sinew::testing;
using Eigen::Vector3d;
using gltf_output::Skin;
using nlohmann::json;

namespace {

/// A strip of triangles over both bones.
SurfaceMesh strip() {
    SurfaceMesh surface;
    surface.positions.resize(3, 6);
    surface.positions << 0, 0, 1, 1, 2, 2,  //
        0, 0.2, 0, 0.2, 0, 0.2,             //
        0, 0, 0, 0, 0, 0;
    surface.triangles.resize(3, 4);
    surface.triangles << 0, 1, 2, 3,  //
        2, 2, 4, 4,                   //
        1, 3, 3, 5;
    return surface;
}

/// Five joints a point in two sets, of which three are of no weight, and a wave as difference.
Skin strip_skin(const SurfaceMesh& surface, SurfaceFrames& frames) {
    gltf_output::Influences on;
    on.joints = Eigen::MatrixXi::Zero(8, 6);
    on.weights = Eigen::MatrixXf::Zero(8, 6);
    for (int i = 0; i < 6; ++i) {
        on.joints(4, i) = 1;
        const int pair = i / 2;
        on.weights(0, i) = 1 - 0.5f * float(pair);
        on.weights(4, i) = 0.5f * float(pair);
    }
    const TwoBones rig;
    for (int k = 0; k < 6; ++k) {
        const double t = 0.2 * k;
        frames.times.push_back(t);
        const BoneMotion motion = rig.pose(rig.parameters(t));
        FramePoints moved(3, 6);
        for (int i = 0; i < 6; ++i) {
            const Vector3d X = surface.positions.col(i);
            const Vector3d x = double(on.weights(0, i)) * (motion[0] * X) +
                               double(on.weights(4, i)) * (motion[1] * X);
            moved.col(i) =
                (x - X + Vector3d(0, 0.02 * std::sin(7 * t + i), 0.01 * t * i)).cast<float>();
        }
        frames.points.push_back(moved);
    }
    return gltf_output::skin_of(surface.positions, frames, rig, on, {32, 1e-3});
}

gltf::File skin_read_back(const std::string& content, bool is_binary) {
    const ChangedGltf file(is_binary ? ".glb" : ".gltf", content);
    return gltf::read({file.path(), "written", {}});
}

}  // namespace

TEST_CASE("gltf skin writer: viewers see the frames within the error that the file states") {
    const SurfaceMesh surface = strip();
    SurfaceFrames frames;
    const Skin skin = strip_skin(surface, frames);
    REQUIRE(!skin.targets.empty());
    for (const bool is_binary : {true, false}) {
        gltf_output::Settings settings;
        settings.name = "strip";
        settings.is_binary = is_binary;
        const gltf::File file =
            skin_read_back(gltf_output::skin_content(surface, skin, settings), is_binary);
        CHECK(file.warnings.empty());
        double worst = 0, sum = 0;
        for (Eigen::Index k = 0; k < 6; ++k) {
            const Points shown = with_z_up(shown_points(file, k));
            const Points simulated =
                surface.positions + frames.points[std::size_t(k)].cast<double>();
            const Eigen::VectorXd distances = (shown - simulated).colwise().norm();
            worst = std::max(worst, distances.maxCoeff());
            sum += distances.sum();
        }
        CHECK(worst == Approx(skin.error.worst).margin(1e-7));
        CHECK(sum / 36 == Approx(skin.error.mean).margin(1e-7));
        CHECK(worst < 1e-3 * skin.largest_displacement);
    }
}

TEST_CASE("gltf skin writer: joints stand in their tree, under a node that turns z up to y") {
    const SurfaceMesh surface = strip();
    SurfaceFrames frames;
    const Skin skin = strip_skin(surface, frames);
    gltf_output::Settings settings;
    settings.name = "strip";
    settings.steps = true;
    const std::string content = gltf_output::skin_content(surface, skin, settings);
    const gltf::File file = skin_read_back(content, true);
    REQUIRE(file.nodes.size() == 4);
    CHECK(file.nodes[0].name == "strip");
    CHECK(file.nodes[0].skin == 0);
    CHECK(file.nodes[0].parent == -1);
    CHECK(file.nodes[1].name == "strip rig");
    CHECK((file.nodes[1].to_parent * Vector3d::UnitZ() - Vector3d::UnitY()).norm() < 1e-7);
    CHECK(file.nodes[2].name == "upper");
    CHECK(file.nodes[2].parent == 1);
    CHECK(file.nodes[3].parent == 2);
    CHECK(file.skins.at(0).joints == std::vector<int>{2, 3});
    CHECK(file.skins[0].inverse_bind[1].translation() == Vector3d(-1, 0, 0));
    CHECK(file.meshes.at(0).joints.rows() == 8);
    CHECK(file.meshes[0].targets.at(0).name == "difference 1");
    for (const gltf::Channel& channel : file.animations.at(0).channels) {
        CHECK(channel.between == Interpolation::steps);
        CHECK(channel.times.size() == 6);
    }
    CHECK(file.animations[0].channels.size() == 3);
    // What is stated stands in the mesh's extras.
    std::uint32_t n_bytes = 0;
    std::memcpy(&n_bytes, content.data() + 12, 4);
    const json head = json::parse(content.substr(20, n_bytes));
    const json& stated = head["meshes"][0]["extras"]["skinning"];
    CHECK(stated == gltf_output::skin_report(skin));
    CHECK(stated["worst_error"].get<double>() == skin.error.worst);
    CHECK(stated["worst_relative_error"].get<double>() ==
          Approx(skin.error.worst / skin.largest_displacement));
    CHECK(stated["joints_per_point"] == 8);
}

TEST_CASE("gltf skin writer: without frames it is a character at rest") {
    const SurfaceMesh surface = strip();
    SurfaceFrames frames;
    gltf_output::Influences on = strip_skin(surface, frames).influences;
    const Skin skin = gltf_output::skin_of(surface.positions, {}, TwoBones(), on, {});
    const gltf::File file = skin_read_back(gltf_output::skin_content(surface, skin, {}), true);
    CHECK(file.animations.empty());
    CHECK(file.skins.size() == 1);
}
