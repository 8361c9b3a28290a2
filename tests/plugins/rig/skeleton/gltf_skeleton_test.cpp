#include <catch2/catch.hpp>
#include <numbers>
#include <support/gltf/changed_gltf.hpp>

#include "plugins/rig/rig_scene.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;
using Eigen::Vector3d;
using nlohmann::json;

namespace {

std::string rig_of_file(const std::string& file, const std::string& more = "") {
    return "file: '" + file + "'" + (more.empty() ? "" : ", " + more);
}
std::string stalk(const std::string& more) {
    return rig_of_file(stalk_file(), more);
}

/// "message | remedy" of what is wrong, without the name of the file.
std::string mistake(const std::function<void(json&)>& change, const std::string& more) {
    const ChangedGltf file(stalk_file(), change);
    const std::string text = rig_mistake(rig_of_file(file.path(), more));
    const auto at = text.find(file.path());
    return at == text.npos ? text : text.substr(at + file.path().size() + 2);
}

/// A point that moves with a joint, at rest and at a time of the clip.
struct ExpectedPosition {
    std::string joint;
    double time;
    Vector3d rest, x;
};

}  // namespace

TEST_CASE("rig/skeleton: joints of a glTF file go where an independent reader puts them") {
    // gltf_table.py (in the folder above) crane.gltf lift mast:0 ...
    const std::vector<ExpectedPosition> places{
        {"mast", 0, {0.6, 0.2, 0.05}, {0.599999997, 0.2, 0.0499999998}},
        {"mast", 0.6, {0.6, 0.2, 0.05}, {0.710581626, 0.2104, -0.0598589457}},
        {"mast", 1.7, {0.6, 0.2, 0.05}, {0.707667397, 0.296856566, -0.423889985}},
        {"arm", 0.6, {0.6, 1.2, 0.05}, {0.57407701, 1.12285777, 0.0391044316}},
        {"arm", 1.2, {0.6, 1.2, 0.05}, {0.688928571, 1.10081114, -0.199805547}},
        {"hook", 0.4, {1.17798967, 1.2, 0.603107504}, {1.24228738, 1.68305828, -0.26712139}},
        {"hook", 0.7, {1.17798967, 1.2, 0.603107504}, {1.00370354, 1.66641305, -0.447397472}},
        {"hook", 1.9, {1.17798967, 1.2, 0.603107504}, {0.540742423, 1.60806738, -0.339576247}},
    };
    const RigScene rig(rig_of_file(crane_file(), "clip: lift, at_end: hold"));
    for (const ExpectedPosition& place : places) {
        CAPTURE(place.joint, place.time);
        CHECK((rig.moved(place.joint, place.time, place.rest) - place.x).norm() < 1e-6);
    }
    REQUIRE(rig->bones().size() == 3);
    CHECK(rig->bones()[0].name == "mast");
    CHECK(rig->bones()[1].name == "arm");
    CHECK(rig->bones()[2].parent == 1);
    CHECK(rig->bones()[2].number == 0);
    CHECK(rig->bones()[0].number == 1);
    for (const Eigen::Isometry3d& T : rig->pose(Vector::Zero(rig->n_parameters())))
        CHECK(T.isApprox(Eigen::Isometry3d::Identity(), 1e-12));
}

TEST_CASE("rig/skeleton: linear and cubic turns of a glTF clip") {
    const RigScene nod(stalk("clip: nod"));
    CHECK((nod.moved("top", 0.2, {0.1, 1.00000001, 0.3}) - Vector3d(0.1, 0.879632988, 0.35165123))
              .norm() < 1e-7);
    CHECK((nod.moved("top", 0.5, {0.1, 1.00000001, 0.3}) - Vector3d(0.1, 0.640192374, 0.323205078))
              .norm() < 1e-7);
    const RigScene sway(stalk("clip: 0"));
    CHECK((sway.moved("top", 0.2, {0.1, 1.00000001, 0.3}) - Vector3d(-0.110166216, 1.01132337, 0.3))
              .norm() < 1e-7);
}

TEST_CASE("rig/skeleton: bones reach to the next joint; the last goes through what it moves") {
    const RigScene rig(stalk("clip: nod, unit: cm, scale: 10, radius: 1 cm"));
    const std::vector<Bone>& bones = rig->bones();
    REQUIRE(bones.size() == 3);
    CHECK((bones[0].segments.at(0).tail - Vector3d(0, 0.04, 0)).norm() < 1e-7);
    CHECK(bones[2].joint.y() == Approx(0.08));
    // Vertices from 0.7 m on belong to the top; their mean is near 1 m.
    CHECK(bones[2].segments.at(0).tail.y() == Approx(0.122).margin(0.004));
    CHECK(std::hypot(bones[2].segments[0].tail.x(), bones[2].segments[0].tail.z()) < 1e-7);
    CHECK(bones[1].radius == Approx(0.01));
}

TEST_CASE("rig/skeleton: a glTF file without animations leaves joints where their nodes stand") {
    const ChangedGltf file(stalk_file(), [](json& j) {
        j.erase("animations");
        j["nodes"][3]["rotation"] = {0, 0, std::sqrt(0.5), std::sqrt(0.5)};
    });
    const RigScene rig(rig_of_file(file.path()));
    CHECK((rig.moved("top", 0.3, {0, 1, 0}) - Vector3d(-0.2, 0.8, 0)).norm() < 1e-7);
    CHECK((rig.moved("middle", 0.3, {0, 0.6, 0}) - Vector3d(0, 0.6, 0)).norm() < 1e-12);
}

TEST_CASE("rig/skeleton: clips of a glTF file are chosen, and must last as long as the run") {
    CHECK_THAT(rig_mistake(stalk("")),
               Contains("has 3 animations: sway, nod, breathe | say which"));
    CHECK_THAT(rig_mistake(stalk("clip: nodd")), Contains("did you mean 'nod'?"));
    CHECK(rig_mistake(stalk("clip: nod"), "", "1.5 s") ==
          "the clip ends at 1 s, the run at 1.5 s | say what comes then, at_end: hold, repeat or "
          "back_and_forth; or let time.end be 1 s");
    CHECK_THAT(rig_mistake(stalk("clip: nod, rate: 24 Hz")),
               Contains("a .gltf file says itself how long its frames last"));
    CHECK_THAT(rig_mistake(stalk("clip: nod, skin: armatur")),
               Contains("has no skin 'armatur' | did you mean 'armature'?"));
    CHECK_THAT(rig_mistake(one_joint("tail: [1, 0, 0]") + ", clip: nod"),
               Contains("clips without a file"));
}

TEST_CASE("rig/skeleton: a clip that moves no joint is reported") {
    const RigScene rig(stalk("clip: breathe"));
    REQUIRE(rig.warnings().size() == 1);
    CHECK_THAT(rig.warnings()[0].message,
               Contains("animation 'breathe' of") && Contains("moves no joint of the skin"));
    CHECK(RigScene(stalk("clip: nod")).warnings().empty());
}

TEST_CASE("rig/skeleton: what bones cannot follow is refused") {
    CHECK(mistake(
              [](json& j) {
                  j["nodes"][2]["scale"] = {1, 2, 1};
              },
              "clip: nod") ==
          "joint 'middle' is stretched, sheared or mirrored, and bones are rigid | apply the scale "
          "of the armature and of its bones before exporting");
    CHECK(mistake(
              [](json& j) {
                  j["nodes"][3]["scale"] = {2, 2, 2};
              },
              "clip: nod") ==
          "joint 'top' is scaled by 2 beside its rest, and bones are rigid | apply the pose's "
          "scale, or set it back, before exporting");
    const auto move_as = [](const char* path, int node) {
        return [=](json& j) {
            // The displacements of the morph target serve as three numbers that change.
            auto& animation = j["animations"][1];
            const int positions = j["meshes"][0]["primitives"][0]["attributes"]["POSITION"];
            j["accessors"].push_back(j["accessors"][positions]);
            j["accessors"].back()["count"] = 5;
            j["accessors"].back().erase("min");
            j["accessors"].back().erase("max");
            animation["samplers"].push_back({{"input", j["animations"][0]["samplers"][0]["input"]},
                                             {"output", j["accessors"].size() - 1}});
            animation["channels"].push_back(
                {{"sampler", 1}, {"target", {{"node", node}, {"path", path}}}});
        };
    };
    CHECK(
        mistake(move_as("scale", 3), "clip: nod, at_end: hold") ==
        "animation 'nod' scales joint 'top' (to 0, 0, 0 at 0 s), and bones are rigid | remove the "
        "keyframes of its scale, or export without them");
    CHECK(mistake(move_as("translation", 0), "clip: nod, at_end: hold") ==
          "animation 'nod' moves 'armature', which carries joint 'root' and is no joint itself | "
          "give the motion of the whole armature to its root bone before exporting");
    CHECK(mistake(move_as("translation", 4), "clip: nod, at_end: hold").empty());
    CHECK_THAT(mistake([](json& j) { j.erase("skins"), j["nodes"][4].erase("skin"); }, "clip: nod"),
               Contains("no skins, which say what its joints are"));
}

TEST_CASE("rig/skeleton: another glTF file with the same joints brings its clips") {
    const ChangedGltf other(stalk_file(), [](json& j) {
        j["animations"] = json::array({j["animations"][1]});
        j["animations"][0]["name"] = "bow";
    });
    const RigScene rig(stalk("motion: '" + other.path() + "'"));
    CHECK((rig.moved("top", 0.5, {0.1, 1.00000001, 0.3}) - Vector3d(0.1, 0.640192374, 0.323205078))
              .norm() < 1e-7);
    CHECK_THAT(rig_mistake(stalk("motion: " SINEW_SOURCE_DIR "/scenes/rig/wave.bvh")),
               Contains("is no motion of a glTF file | give another .gltf or .glb file"));
    CHECK_THAT(rig_mistake(stalk("motion: " + crane_file() + ", clip: lift")),
               Contains("has no joint 'root'"));
}
