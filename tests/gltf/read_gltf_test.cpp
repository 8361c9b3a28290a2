#include <catch2/catch.hpp>
#include <sinew/gltf/gltf_file.hpp>
#include <support/gltf/changed_gltf.hpp>

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;
using Eigen::Vector3d;
using nlohmann::json;

namespace {

gltf::File read(const std::string& file) {
    return gltf::read({file, std::filesystem::path(file).filename().string(), {}});
}

/// "message | remedy" of what is wrong with a changed file, without the file's name; "" if nothing.
std::string mistake(const ChangedGltf& file) {
    try {
        read(file.path());
    } catch (const InputError& error) {
        const Diagnostic& first = error.diagnostics().front();
        return first.message.substr(first.message.find(": ") + 2) + " | " + first.remedy;
    }
    return "";
}
std::string mistake(const std::function<void(json&)>& change) {
    return mistake(ChangedGltf(stalk_file(), change));
}

}  // namespace

TEST_CASE("gltf: a file's nodes, skin, mesh, morph target and animations") {
    const gltf::File file = read(stalk_file());
    REQUIRE(file.nodes.size() == 5);
    CHECK(file.nodes[2].name == "middle");
    CHECK(file.nodes[2].parent == 1);
    CHECK(file.nodes[2].move == Vector3d(0, 0.4, 0));
    REQUIRE(file.skins.size() == 1);
    CHECK(file.skins[0].joints == std::vector<int>{1, 2, 3});
    CHECK((file.skins[0].inverse_bind[2].translation() - Vector3d(0, -0.8, 0)).norm() < 1e-7);
    const gltf::Mesh& mesh = file.meshes.at(0);
    CHECK(mesh.surface.n_points() == 402);
    CHECK(mesh.surface.n_triangles() == 2 * 16 + 2 * 24 * 16);
    CHECK((mesh.weights.colwise().sum().array() - 1).abs().maxCoeff() < 1e-6);
    REQUIRE(mesh.targets.size() == 1);
    CHECK(mesh.targets[0].name == "swell");
    CHECK(mesh.targets[0].displacement.colwise().norm().maxCoeff() == Approx(0.05));
    REQUIRE(file.animations.size() == 3);
    CHECK(file.animations[0].end == 2);
    CHECK(file.animations[1].channels.at(0).between == Interpolation::cubic);
    CHECK(file.animations[1].channels.at(0).values.cols() == 9);
    CHECK(file.animations[2].channels.at(0).values == Eigen::RowVector3d(0, 1, 0));
}

TEST_CASE("gltf: a .glb holds the same, whatever its name says") {
    const ChangedGltf glb(".glb", as_glb(stalk_file()));
    const ChangedGltf disguised(".gltf", as_glb(stalk_file()));
    const gltf::File a = read(stalk_file());
    for (const std::string& path : {glb.path(), disguised.path()}) {
        const gltf::File b = read(path);
        CHECK(a.meshes[0].surface.positions == b.meshes[0].surface.positions);
        CHECK(a.animations[0].channels[1].values == b.animations[0].channels[1].values);
    }
}

TEST_CASE("gltf: bytes that are normalised are fractions, and sparse values are put in") {
    const gltf::File file = read(crane_file());
    const gltf::Mesh& mesh = file.meshes.at(0);
    CHECK(mesh.weights(0, 8) == 127.0 / 255);
    CHECK(mesh.weights(1, 20) == 51.0 / 255);
    const Points& moved = mesh.targets.at(0).displacement;
    CHECK(moved.col(20) == Vector3d(0, 2, -4));
    CHECK(moved.colwise().norm().sum() == Approx(1 + std::sqrt(20.0)));
}

TEST_CASE("gltf: a buffer may stand in a file beside") {
    const std::string bin = std::to_string(::getpid()) + "_stalk.bin";
    const ChangedGltf file(stalk_file(), [&](json& j) { j["buffers"][0]["uri"] = bin; });
    CHECK_THAT(mistake(file), Contains("no glTF file that can be read (") && Contains(bin) &&
                                  Contains("a buffer that it names is not beside it"));
    const std::string glb = as_glb(stalk_file());
    const std::size_t size = json::parse(bytes_of(stalk_file()))["buffers"][0]["byteLength"];
    const std::size_t padded = (size + 3) / 4 * 4;
    const auto beside = std::filesystem::path(file.path()).parent_path() / bin;
    std::ofstream(beside, std::ios::binary) << glb.substr(glb.size() - padded, size);
    CHECK(read(file.path()).meshes.at(0).surface.n_points() == 402);
    NamedFiles files;
    gltf::read({file.path(), "stalk.gltf", {}, "/arm", &files});
    REQUIRE(files.all().size() == 1);
    CHECK(files.all()[0].absolute == beside);
    std::filesystem::resize_file(beside, size / 2);
    CHECK_THAT(mistake(file), Contains("no glTF file that can be read ("));
    std::filesystem::remove(beside);
}

TEST_CASE("gltf: files that are cut off, or none at all, are refused") {
    const std::string glb = as_glb(stalk_file()), text = bytes_of(stalk_file());
    for (const std::size_t size : {5ul, 19ul, 100ul, glb.size() / 2, glb.size() - 4})
        CHECK_THAT(mistake(ChangedGltf(".glb", glb.substr(0, size))),
                   Contains("no glTF file that can be read ("));
    for (const std::size_t size : {1ul, 100ul, text.size() / 2, text.size() - 3})
        CHECK_THAT(mistake(ChangedGltf(".gltf", text.substr(0, size))),
                   Contains("no glTF file that can be read ("));
    // Cut inside of a buffer, whose letters nobody reads.
    const std::size_t buffer = text.find("base64,");
    REQUIRE(buffer != text.npos);
    const std::string cut = mistake(ChangedGltf(".gltf", text.substr(0, buffer + 5000)));
    CHECK_THAT(cut,
               Contains("last read: '\"data:application/octet-stream;base64,") && Contains("...'"));
    CHECK(cut.size() < 600);
    CHECK_THAT(mistake([](json& j) { j["asset"]["version"] = "1.0"; }), Contains("1.0"));
    CHECK_THAT(mistake([](json& j) {
                   j["extensionsUsed"] = j["extensionsRequired"] = {"KHR_draco_mesh_compression"};
               }),
               Contains("the file requires the extension KHR_draco_mesh_compression, which is not "
                        "read | export it without compression"));
}

TEST_CASE("gltf: accessors that are missing, short or of another sort are refused") {
    CHECK_THAT(
        mistake([](json& j) { j["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = 99; }),
        Contains("accessor 99"));
    CHECK(
        mistake([](json& j) { j["skins"][0]["inverseBindMatrices"] = 99; }) ==
        "the inverse bind matrices of skin 'armature' refer to accessor 99, and the file has 14 | "
        "export the file again");
    CHECK(
        mistake([](json& j) { j["skins"][0]["inverseBindMatrices"] = 1; }) ==
        "the inverse bind matrices of skin 'armature' should have 16 numbers each, and accessor 1 "
        "has 3 | export the file again");
    const std::string past = "reach past the end of their buffer";
    CHECK_THAT(mistake([](json& j) { j["bufferViews"][1]["byteLength"] = 100; }), Contains(past));
    CHECK_THAT(mistake([](json& j) { j["accessors"][1]["count"] = 4000; }), Contains(past));
    CHECK_THAT(mistake([](json& j) { j["accessors"][1]["count"] = 4000000000u; }),
               Contains("which is too many") || Contains(past));
    CHECK_THAT(mistake([](json& j) { j["bufferViews"][1]["byteOffset"] = 4000000000u; }),
               Contains(past) || Contains("no glTF file"));
    CHECK_THAT(mistake([](json& j) {
                   std::vector<float> numbers(3 * 402, 0);
                   numbers[7] = std::numeric_limits<float>::quiet_NaN();
                   j["meshes"][0]["primitives"][0]["attributes"]["POSITION"] =
                       float_accessor(j, numbers, "VEC3", 3);
               }),
               Contains("positions of mesh 'stalk' hold numbers that are not finite"));
}

TEST_CASE("gltf: references and trees that make no sense are refused") {
    CHECK_THAT(mistake([](json& j) {
                   j["skins"][0]["joints"] = {1, 2, 7};
               }),
               Contains("skin 'armature' refers to node 7, and the file has 5"));
    CHECK_THAT(mistake([](json& j) {
                   j["skins"][0]["joints"] = {1, 2, 1};
               }),
               Contains("skin 'armature' names the joint 'root' twice"));
    CHECK_THAT(mistake([](json& j) { j["nodes"][3]["children"] = {1}; }),
               Contains("root is the child of armature and of top"));
    CHECK_THAT(mistake([](json& j) {
                   j["nodes"][0].erase("children");
                   j["nodes"][3]["children"] = {1};
               }),
               Contains("carry each other in a circle"));
    CHECK_THAT(
        mistake([](json& j) { j["meshes"][0]["primitives"][0]["indices"] = 1; }),
        Contains("triangles of mesh 'stalk' should have 1 numbers each, and accessor 1 has 3"));
}

TEST_CASE("gltf: indices are whole and not negative, whatever their components are") {
    for (const float corner : {-1.0f, 0.5f, 402.0f})
        CHECK_THAT(mistake([&](json& j) {
                       j["meshes"][0]["primitives"][0]["indices"] =
                           float_accessor(j, {0, 1, corner}, "SCALAR", 1);
                   }),
                   Contains("a triangle of mesh 'stalk' has the corner") &&
                       Contains("and there are 402 positions"));
    CHECK_THAT(mistake([](json& j) {
                   std::vector<float> joints(4 * 402, 0);
                   joints[9] = -3;
                   j["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"] =
                       float_accessor(j, joints, "VEC4", 4);
               }),
               Contains("a position of mesh 'stalk' is moved by joint -3"));
}

TEST_CASE("gltf: what promises more than it holds, or nests without end, is refused") {
    CHECK_THAT(mistake([](json& j) {
                   j["accessors"].push_back(
                       {{"componentType", 5126}, {"count", 200000000}, {"type", "VEC3"}});
                   j["meshes"][0]["primitives"][0]["attributes"]["POSITION"] =
                       j["accessors"].size() - 1;
               }),
               Contains("which is too many"));
    const std::string deep = R"({"asset": {"version": "2.0", "extras": )" +
                             std::string(100000, '[') + std::string(100000, ']') + "}}";
    CHECK_THAT(mistake(ChangedGltf(".gltf", deep)),
               Contains("values stand more than 200 deep inside of each other"));
}

TEST_CASE("gltf: quaternions have unit length") {
    CHECK(mistake([](json& j) {
              j["nodes"][2]["rotation"] = {0, 0, 0.6, 1.0};
          }) ==
          "the rotation of middle is the quaternion (0, 0, 0.6, 1) of length 1.16619, not 1 | a "
          "rotation is a quaternion of unit length: export the file again");
    CHECK_THAT(
        mistake([](json& j) {
            std::vector<float> values(5 * 4, 0);
            for (std::size_t k = 3; k < values.size(); k += 4) values[k] = 1;
            values[11] = 2;
            j["animations"][0]["samplers"][0]["output"] = float_accessor(j, values, "VEC4", 4);
        }),
        Contains("the rotation of animation 'sway' for 'middle' at 1 s is the quaternion (0, "
                 "0, 0, 2) of length 2, not 1"));
    CHECK(mistake([](json& j) { j["nodes"][2]["rotation"] = {0, 0, 0.005, 1.0}; }).empty());
}

TEST_CASE("gltf: keyframes go forward, and have a value each") {
    CHECK_THAT(mistake([](json& j) {
                   j["animations"][0]["samplers"][0]["input"] =
                       float_accessor(j, {0, 1, 0.5f, 2, 3}, "SCALAR", 1);
               }),
               Contains("the keyframes of animation 'sway' for 'middle' go from 1 s to 0.5 s | let "
                        "their times increase"));
    CHECK_THAT(
        mistake(
            [](json& j) { j["animations"][0]["samplers"][0]["interpolation"] = "CUBICSPLINE"; }),
        Contains("5 values of the rotation of animation 'sway' for 'middle' for 5 keyframes"));
    CHECK_THAT(
        mistake([](json& j) { j["animations"][0]["samplers"][0]["interpolation"] = "BEZIER"; }),
        Contains("the interpolation 'BEZIER' of animation 'sway' for 'middle' | glTF knows "
                 "STEP, LINEAR and CUBICSPLINE"));
    CHECK_THAT(mistake([](json& j) { j["animations"][2]["channels"][0]["target"]["node"] = 1; }),
               Contains("3 weights of animation 'breathe' for 'root' for 0 morph targets"));
}
