#include <catch2/catch.hpp>

#include "plugins/rig/rig_scene.hpp"
#include "support/data.hpp"
#include "support/mesh_plugin.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;
using Eigen::Vector3d;

namespace {

/// Where something of the file is in a frame, as fk_table.py (in the folder above) has it.
struct ExpectedPosition {
    std::string bone;
    int frame;
    Vector3d x;
};

/// The inside of `rig: {...}` for a file of the public ones, which is there.
std::string public_file(const std::filesystem::path& file, const std::string& more = "") {
    return "file: '" + file.string() + "', at_end: hold" + more;
}

/// Joints of bones that carry others, ends of those that do not; `rate` in frames a second.
void check_places(const RigScene& rig, double rate, const std::vector<ExpectedPosition>& places) {
    for (const ExpectedPosition& place : places) {
        CAPTURE(place.bone, place.frame);
        const int b = rig.bone(place.bone);
        REQUIRE(b >= 0);
        bool is_leaf = true;
        for (const Bone& other : rig->bones()) is_leaf = is_leaf && other.parent != b;
        const Bone& bone = rig->bones()[std::size_t(b)];
        const Vector3d rest = is_leaf ? bone.segments.at(0).tail : bone.joint;
        const Vector3d x = rig.moved(place.bone, place.frame / rate, rest);
        CHECK((x - place.x).norm() < 1e-7 * (1 + place.x.norm()));
    }
}

void check_rest(const RigScene& rig) {
    for (const Eigen::Isometry3d& T : rig->pose(Vector::Zero(rig->n_parameters())))
        CHECK(T.isApprox(Eigen::Isometry3d::Identity(), 1e-12));
}

const std::string bvh =
    "HIERARCHY\nROOT a\n{\nOFFSET 1 0 0\nCHANNELS 3 Zrotation Yrotation Xrotation\n"
    "JOINT b\n{\nOFFSET 2 0 0\nCHANNELS 3 Xposition Yposition Zposition\n"
    "End Site\n{\nOFFSET 1 0 0\n}\n}\n}\n"
    "MOTION\nFrames: 2\nFrame Time: 0.5\n0 0 0 2 0 0\n90 0 0 2 1 0\n";

/// The text with the first of these words replaced.
std::string with(std::string text, const std::string& words, const std::string& others) {
    REQUIRE(text.find(words) != text.npos);
    return text.replace(text.find(words), words.size(), others);
}

std::string file_of(const TemporaryFile& file) {
    return "file: '" + file.path() + "', at_end: hold";
}

std::string motion_of(const TemporaryFile& file) {
    return ", motion: '" + file.path() + "'";
}

}  // namespace

TEST_CASE("rig/skeleton: walk01.bvh moves as computed apart") {
    const auto file = data_file("mocap/walk01.bvh");
    if (!file) return;
    const RigScene rig(public_file(*file));
    CHECK(rig->bones().size() == 19);
    CHECK(rig.warnings().empty());
    check_rest(rig);
    check_places(rig, 1 / 0.0416667,
                 {{"Hips", 0, {-9.23872e-07, 103.511, -4.17233e-07}},
                  {"RightFoot", 17, {-1.84853784, 7.11910532, 72.4022964}},
                  {"LeftHand", 50, {38.1722929, 80.4146015, 251.844647}},
                  {"Head", 100, {22.9728491, 191.132923, 555.644059}}});
}

TEST_CASE("rig/skeleton: a file of CMU's, with joints at their parents' places") {
    const auto file = data_file("mocap/cmu_example_75f.bvh");
    if (!file) return;
    const RigScene rig(public_file(*file, ", unit: cm, scale: 2"));
    CHECK(rig->bones().size() == 31);
    REQUIRE(rig.warnings().size() == 1);
    CHECK_THAT(rig.warnings()[0].message,
               Contains("no bone reaches to joints that stand where their parents are: LHipJoint, "
                        "RHipJoint, "));
    check_rest(rig);
    std::vector<ExpectedPosition> places = {
        {"Hips", 1, {34.0924, 14.783, 2.9468}},
        {"LeftToeBase", 74, {-25.8387896, 2.7344249, 1.41722198}},
        {"RightHand", 33, {9.78332311, 15.7687839, -2.45231391}},
        {"Head", 60, {-16.2372004, 25.3774645, 1.95836974}}};
    for (ExpectedPosition& place : places) place.x *= 0.02;
    check_places(rig, 1 / .0083333, places);
}

TEST_CASE("rig/skeleton: a hand with all fingers, whose joints' names have colons") {
    const auto file = data_file("mocap/test_freebvh.bvh");
    if (!file) return;
    const RigScene rig(public_file(*file));
    CHECK(rig->bones().size() == 55);
    check_rest(rig);
    check_places(rig, 1 / 0.0333333,
                 {{"mixamorig:Head", 0, {-1.53915415, 157.768624, 4.55183826}},
                  {"mixamorig:RightHandPinky3", 40, {7.61640786, 77.6555754, 117.316156}},
                  {"mixamorig:LeftToeBase", 68, {-9.58487293, 0.151266897, -13.3710502}}});
}

TEST_CASE("rig/skeleton: the elephant's bones move as computed apart") {
    const auto file = data_file("elephant_rigged/elephant.tgf");
    const auto motion = data_file("elephant_rigged/elephant_anim.txt");
    if (!file || !motion) return;
    const RigScene rig(public_file(*file, ", motion: '" + motion->string() + "'"));
    REQUIRE(rig->bones().size() == 24);
    CHECK(rig.warnings().empty());
    check_rest(rig);
    int n_roots = 0;
    for (const Bone& bone : rig->bones()) n_roots += bone.parent < 0;
    CHECK(n_roots == 3);
    for (const ExpectedPosition& place :
         std::vector<ExpectedPosition>{{"1-2", 0, {0.28255111, 34.0859718, -0.000236615539}},
                                       {"1-2", 456, {0.914499154, 33.9672264, -0.853977618}},
                                       {"6-7", 100, {5.51216301, 122.977995, -4.75297259}},
                                       {"10-11", 200, {-7.45299002, 48.8047054, -31.3017463}},
                                       {"14-15", 300, {-22.855104, 52.030471, -8.69886349}},
                                       {"19-20", 400, {35.7491512, 1.86723586, 31.5176571}},
                                       {"24-25", 456, {-17.0359953, 1.91081555, 19.9492798}},
                                       {"1-16", 250, {0.837340651, 24.7526838, 0.906550598}}}) {
        CAPTURE(place.bone, place.frame);
        const Vector3d end = rig->bones()[std::size_t(rig.bone(place.bone))].segments.at(0).tail;
        CHECK((rig.moved(place.bone, place.frame / 30.0, end) - place.x).norm() < 1e-6);
    }
}

TEST_CASE("rig/skeleton: the sphere's points move as computed apart") {
    const auto file = data_file("sphere_rigged/sphere.tgf");
    const auto motion = data_file("sphere_rigged/sphere_anim.txt");
    if (!file || !motion) return;
    const RigScene rig(
        public_file(*file, ", motion: '" + motion->string() + "', rate: 100, radius: 0.1"));
    REQUIRE(rig->bones().size() == 2);
    CHECK(rig->bones()[0].radius == 0.1);
    CHECK((rig.moved("1", 0.15, {0, 0.8, 0}) - Vector3d(-0.169176177, 1.06509049, 0)).norm() <
          1e-8);
    CHECK((rig.moved("2", 0.29, {0, -0.8, 0}) - Vector3d(0, -0.8, 0)).norm() < 1e-8);
}

TEST_CASE(
    "rig/skeleton: a file's lengths are in its unit, times the scale; radii are the scene's") {
    const TemporaryFile file("a.bvh", bvh);
    for (const auto& [unit, metres] : std::vector<std::pair<std::string, double>>{{"m", 1},
                                                                                  {"dm", 0.1},
                                                                                  {"cm", 0.01},
                                                                                  {"mm", 1e-3},
                                                                                  {"um", 1e-6},
                                                                                  {"in", 0.0254},
                                                                                  {"ft", 0.3048}}) {
        const RigScene rig(file_of(file) + ", scale: 2, radius: 3 cm, unit: " + unit +
                           ", radii: [{bone: b, radius: 1 cm}]");
        CHECK((rig->bones()[1].joint - 2 * metres * Vector3d(3, 0, 0)).norm() < 1e-15);
        CHECK((rig->bones()[1].segments.at(0).tail - 2 * metres * Vector3d(4, 0, 0)).norm() <
              1e-15);
        CHECK((rig.moved("b", 0.5, rig->bones()[1].joint) - 2 * metres * Vector3d(0, 2, 0)).norm() <
              1e-14);
        CHECK(rig->bones()[0].radius == 0.03);
        CHECK(rig->bones()[1].radius == 0.01);
    }
}

TEST_CASE("rig/skeleton: another .bvh file with the same joints brings the motion") {
    const TemporaryFile file("a.bvh", bvh);
    const TemporaryFile still("still.bvh", with(bvh, "90 0 0 2 1 0", "0 0 0 2 0 0"));
    const RigScene rig(file_of(still) + motion_of(file));
    CHECK(rig.warnings().empty());
    CHECK((rig.moved("b", 0.5, {3, 0, 0}) - Vector3d(0, 2, 0)).norm() < 1e-14);
    const TemporaryFile longer("longer.bvh", with(bvh, "OFFSET 2 0 0", "OFFSET 3 0 0"));
    const RigScene warned(file_of(longer) + motion_of(file));
    REQUIRE(warned.warnings().size() == 1);
    CHECK_THAT(warned.warnings()[0].message, Contains("are not those of"));
    const TemporaryFile other("other.bvh", with(bvh, "JOINT b", "JOINT bb"));
    CHECK_THAT(rig_mistake(file_of(file) + motion_of(other)),
               Contains("has no joint 'b', which") && Contains("did you mean 'bb'?"));
    const TemporaryFile flat("flat.bvh",
                             "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\nROOT b\n{\nOFFSET "
                             "1 0 0\nCHANNELS 0\n}\nMOTION\nFrames: 0\nFrame Time: 1\n");
    CHECK_THAT(rig_mistake(file_of(file) + motion_of(flat)),
               Contains("joint 'b' stands on '' in") && Contains("with the same tree"));
}

TEST_CASE("rig/skeleton: a .tgf without a motion stays at rest") {
    const TemporaryFile file("a.tgf", "1 0 0 0\n2 1 0 0\n#\n1 2\n");
    const RigScene rig("file: '" + file.path() + "'");
    CHECK(rig.moved("1-2", 0.7, {1, 2, 3}) == Vector3d(1, 2, 3));
}

TEST_CASE("rig/skeleton: faults of files are refused, with what to do") {
    CHECK(rig_mistake("file: arm.fbx") ==
          "rig/skeleton does not read 'arm.fbx' | it reads .gltf, .glb, .bvh and .tgf files: "
          "convert it to one "
          "of these");
    CHECK_THAT(rig_mistake("file: nowhere.bvh"), Contains("there is no file 'nowhere.bvh'"));
    const TemporaryFile tree("a.bvh", bvh);
    const TemporaryFile graph("a.tgf", "1 0 0 0\n2 1 0 0\n3 2 0 0\n#\n1 2\n");
    const TemporaryFile chain("b.tgf", "1 0 0 0\n2 1 0 0\n#\n1 2\n");
    const TemporaryFile anim("a_anim.txt", "2 1\n");
    CHECK_THAT(rig_mistake(file_of(tree) + ", motion: nowhere.bvh"),
               Contains("there is no file 'nowhere.bvh'"));
    CHECK_THAT(rig_mistake(file_of(tree) + motion_of(anim)),
               Contains("is no motion of a .bvh file | give another .bvh file"));
    CHECK_THAT(rig_mistake(file_of(chain) + motion_of(tree)),
               Contains("is no motion of a .tgf file | give the *_anim.txt"));
    CHECK_THAT(rig_mistake(file_of(graph) + motion_of(anim)),
               Contains("has 1 bones and 1 points, and a motion is of one or the other"));
    CHECK_THAT(rig_mistake(file_of(chain) + motion_of(anim)),
               Contains("a motion of 2 bones, and the skeleton has 1"));
    CHECK_THAT(rig_mistake(file_of(tree) + ", rate: 24"),
               Contains("a .bvh file says itself how long its frames last"));
    CHECK_THAT(rig_mistake(file_of(tree) + ", radii: [{bone: c, radius: 1}]"),
               Contains("has no bone 'c' | "));
    CHECK_THAT(rig_mistake(file_of(tree) + ", radii: [{bone: a, radius: 1}, {bone: a, radius: 2}]"),
               Contains("bone 'a' has two radii"));
    CHECK_THAT(rig_mistake("file: '" + tree.path() + "'"),
               Contains("the clip ends at 0.5 s, the run at 1 s"));
}

TEST_CASE("rig/skeleton: a file of no frames leaves the skeleton at rest, and is reported") {
    const TemporaryFile still(
        "still.bvh", bvh.substr(0, bvh.find("MOTION")) + "MOTION\nFrames: 0\nFrame Time: 0\n");
    const TemporaryFile moving("moving.bvh", bvh);
    const RigScene alone(file_of(still));
    REQUIRE(alone.warnings().size() == 1);
    CHECK_THAT(alone.warnings()[0].message,
               Contains("still.bvh' has no frames, and the skeleton stands at rest"));
    CHECK_THAT(alone.warnings()[0].remedy, Contains("motion: ..."));
    CHECK(alone.warnings()[0].where.line == 5);
    CHECK(RigScene(file_of(still) + ", motion: '" + moving.path() + "'").warnings().empty());
    CHECK(RigScene(file_of(moving) + ", motion: '" + still.path() + "'").warnings().size() == 1);
}
