#include <catch2/catch.hpp>
#include <sinew/gltf/scene_surface.hpp>
#include <sinew/gltf/skin_pose.hpp>
#include <support/gltf/changed_gltf.hpp>

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;
using Eigen::Vector3d;
using nlohmann::json;

namespace {

gltf::File file_at(const std::string& file) {
    return gltf::read({file, "file.gltf", {}});
}

}  // namespace

TEST_CASE("gltf: a skin stands as it was bound, seen from its root's node") {
    // The numbers are those of tests/plugins/rig/gltf_table.py.
    const gltf::File file = file_at(crane_file());
    const Points skin = gltf::weighted_surface(file, 0).surface.positions;
    CHECK((skin.col(9) - Vector3d(0.43169873, 1, -0.26830127)).norm() < 1e-8);
    CHECK((skin.col(20) - Vector3d(1.19282032, 0.7, -0.65)).norm() < 1e-7);
    CHECK(gltf::surface_in_scene(file).positions == skin);
}

TEST_CASE("gltf: a mesh without a skin stands where its node does; a mirrored one is turned") {
    const ChangedGltf changed(stalk_file(), [](json& j) {
        j["nodes"][4].erase("skin");
        j["nodes"][4]["translation"] = {1, 2, 3};
        j["nodes"][4]["scale"] = {2, 2, -2};
    });
    const gltf::File file = file_at(changed.path());
    const SurfaceMesh there = gltf::surface_in_scene(file);
    const Points& own = file.meshes[0].surface.positions;
    CHECK((there.positions.col(7) - Vector3d(1, 2, 3) - own.col(7).cwiseProduct(Vector3d(2, 2, -2)))
              .norm() < 1e-14);
    CHECK(there.triangles(1, 5) == file.meshes[0].surface.triangles(2, 5));
}

TEST_CASE("gltf: morph targets are added as the file says, or as is asked") {
    const ChangedGltf changed(stalk_file(), [](json& j) { j["meshes"][0]["weights"] = {0.5}; });
    const gltf::File file = file_at(changed.path());
    const Points& rest = file.meshes[0].surface.positions;
    const Points& swell = file.meshes[0].targets[0].displacement;
    CHECK(gltf::surface_in_scene(file).positions.isApprox(rest + 0.5 * swell, 1e-14));
    CHECK(
        gltf::surface_in_scene(file, "", {{"swell", -1}}).positions.isApprox(rest - swell, 1e-14));
    CHECK_THROWS_WITH(
        gltf::surface_in_scene(file, "", {{"swel", 1}}),
        Contains("there is no morph target 'swel'") && Contains("did you mean 'swell'?"));
}

TEST_CASE("gltf: one part is taken by the name of its node or mesh") {
    const gltf::File file = file_at(stalk_file());
    CHECK(gltf::surface_in_scene(file, "stalk").n_points() == 402);
    CHECK_THROWS_WITH(gltf::surface_in_scene(file, "stork"),
                      Contains("there is no mesh 'stork'") && Contains("did you mean 'stalk'?"));
}

TEST_CASE("gltf: the one skin or animation needs no name; of several one is named") {
    gltf::File file = file_at(stalk_file());
    CHECK(gltf::choose_skin(file, "", {}) == 0);
    CHECK(gltf::choose_animation(file, "nod", {}) == 1);
    CHECK(gltf::choose_animation(file, "2", {}) == 2);
    CHECK_THROWS_WITH(gltf::choose_animation(file, "", {}),
                      Contains("file.gltf has 3 animations: sway, nod, breathe") &&
                          Contains("say which, clip: sway, by name or number from 0"));
    CHECK_THROWS_WITH(
        gltf::choose_animation(file, "swai", {}),
        Contains("file.gltf has no animation 'swai'") && Contains("did you mean 'sway'?"));
    file.skins.push_back(file.skins[0]);
    file.skins[1].name = "other";
    CHECK_THROWS_WITH(gltf::choose_skin(file, "", {}),
                      Contains("file.gltf has 2 skins: armature, other"));
    CHECK(gltf::choose_skin(file, "other", {}) == 1);
    file.skins.clear();
    CHECK_THROWS_WITH(gltf::choose_skin(file, "", {}),
                      Contains("file.gltf has no skins, which say what its joints are") &&
                          Contains("export the character with its armature and skinning"));
}

TEST_CASE("gltf: only what keeps shapes is a similarity") {
    const Eigen::Affine3d turned = Eigen::Translation3d(1, 2, 3) *
                                   Eigen::AngleAxisd(1, Vector3d(0, 0.6, 0.8)) *
                                   Eigen::Scaling(0.01);
    const auto found = gltf::similarity_of(turned);
    REQUIRE(found);
    CHECK(found->scale == Approx(0.01));
    CHECK((found->motion.matrix() * Eigen::Vector4d(0.01, 0.02, 0, 1) -
           turned.matrix() * Eigen::Vector4d(1, 2, 0, 1))
              .norm() < 1e-15);
    CHECK(!gltf::similarity_of(Eigen::Affine3d(Eigen::Scaling(1.0, 1.0, 1.01))));
    CHECK(!gltf::similarity_of(Eigen::Affine3d(Eigen::Scaling(-1.0, -1.0, -1.0))));
}

TEST_CASE("gltf: an animation of morph weights moves the surface beside its rest") {
    const ChangedGltf changed(stalk_file(), [](json& j) {
        j["meshes"][0]["weights"] = {0.25};
        j["nodes"][4].erase("skin");
        j["nodes"][4]["scale"] = {2, 2, 2};
    });
    const gltf::File file = file_at(changed.path());
    const Points swell = 2 * file.meshes[0].targets[0].displacement;
    const MorphClip clip = gltf::morph_clip(file, "", {}, 2, {});
    CHECK(clip.tracks.front().names == std::vector<std::string>{"swell"});
    const Eigen::Index n = swell.cols();
    CHECK(clip.displacement(n, 0).isApprox(-0.25 * swell, 1e-14));
    CHECK(clip.displacement(n, 0.5).isApprox(0.25 * swell, 1e-14));
    CHECK(clip.displacement(n, 1.2).isApprox(0.55 * swell, 1e-6));
    CHECK(clip.displacement(n, 9).isApprox(-0.25 * swell, 1e-14));
    CHECK_THROWS_WITH(gltf::morph_clip(file, "", {}, 0, {}),
                      Contains("animation 'sway' of file.gltf changes no morph weights"));
}
