#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <support/gltf/changed_gltf.hpp>
#include <support/mesh_plugin.hpp>

#include "bar.hpp"
#include "elephant.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// weights/user on a node, with the warnings of the scene.
class Painted {
public:
    explicit Painted(const std::string& parameters)
        : plugins_(std::vector<std::filesystem::path>{SINEW_PLUGIN_DIR}),
          graph_(parse_scene("sinew: 1\ntime: {end: 1 s, step: 1 s}\nscene:\n  - node: body\n"
                             "    weights: {type: user, " +
                                 parameters + "}\n",
                             "scene.yaml"),
                 plugins_, {{"weights", "weights", false, "The weights", "", nullptr, nullptr}}) {
        graph_.build();
    }
    SkinWeights on(const VolumeMesh& mesh, const std::vector<Bone>& bones = two_bones()) {
        return weights().on_nodes(mesh, bones);
    }
    Eigen::MatrixXd on_elements(const VolumeMesh& mesh,
                                const std::vector<Bone>& bones = two_bones()) {
        return weights().on_elements(mesh, bones, on(mesh, bones));
    }
    const std::vector<Diagnostic>& warnings() const { return graph_.warnings(); }

private:
    const Weights& weights() {
        return *graph_.object<Weights>(*graph_.root().children().front(), "weights");
    }

    PluginRegistry plugins_;
    SceneGraph graph_;
};

/// Two tetrahedra beside each other, on a face of nodes 1, 2 and 3.
VolumeMesh two_tets() {
    VolumeMesh mesh;
    mesh.positions.resize(3, 5);
    mesh.positions << 0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 1, 1;
    mesh.elements.resize(4, 2);
    mesh.elements << 0, 1, 1, 2, 2, 3, 3, 4;
    return mesh;
}

/// Two nodes whose array `w` holds these rows.
VolumeMesh two_nodes(const Eigen::MatrixXd& rows) {
    VolumeMesh mesh = nodes_at({{0, 0, 0}, {1, 0, 0}});
    mesh.node_arrays["w"] = rows.transpose();
    return mesh;
}

Eigen::MatrixXd rows(double a, double b, double c, double d) {
    return (Eigen::MatrixXd(2, 2) << a, b, c, d).finished();
}

}  // namespace

TEST_CASE("user: an element array has a component for each bone, and nodes have means of it") {
    VolumeMesh mesh = two_tets();
    mesh.element_arrays["w"] = rows(0.25, 0.75, 1, 0).transpose();
    Painted painted("element_array: w");
    CHECK(painted.on_elements(mesh) == rows(0.25, 0.75, 1, 0));
    const Eigen::MatrixXd nodes = painted.on(mesh);
    CHECK(nodes.row(0) == Eigen::RowVector2d(0.25, 0.75));
    for (int i = 1; i < 4; ++i) CHECK(nodes.row(i) == Eigen::RowVector2d(0.625, 0.375));
    CHECK(nodes.row(4) == Eigen::RowVector2d(1, 0));
}

TEST_CASE("user: an element array of one component has the numbers of bones") {
    VolumeMesh mesh = two_tets();
    mesh.element_arrays["cluster"] = Eigen::RowVector2d(1, 0);
    CHECK(Painted("element_array: cluster").on_elements(mesh) == rows(0, 1, 1, 0));
    CHECK(Painted("element_array: cluster, bones: [lower, upper]").on_elements(mesh) ==
          rows(1, 0, 0, 1));
    std::vector<Bone> counted = two_bones();
    counted[0].number = 1, counted[1].number = 0;
    CHECK(Painted("element_array: cluster").on_elements(mesh, counted) == rows(1, 0, 0, 1));
    for (const double wrong : {2.0, -1.0, 0.5}) {
        mesh.element_arrays["cluster"](0, 1) = wrong;
        CHECK_THROWS_WITH(Painted("element_array: cluster").on(mesh),
                          Catch::Contains(fmt::format("element 1 in the array 'cluster' has the "
                                                      "bone {:g}, and there are 2",
                                                      wrong)) &&
                              Catch::Contains("whole numbers from 0 to 1"));
    }
    mesh.element_arrays["cluster"](0, 1) = 0;
    CHECK_THROWS_WITH(Painted("element_array: clusters").on(mesh),
                      Catch::Contains("the mesh has no element array 'clusters'") &&
                          Catch::Contains("'cluster'"));
    mesh.element_arrays["w"] = rows(0.5, 0.5, 0.5, 0.75).transpose();
    CHECK_THROWS_WITH(Painted("element_array: w").on(mesh),
                      Catch::Contains("the weights of element 1 in the array 'w' sum to 1.25"));
}

TEST_CASE("user: an array of the mesh has a component for each bone") {
    const Eigen::MatrixXd w = rows(0.25, 0.75, 1, 0);
    Painted painted("array: w");
    CHECK(Eigen::MatrixXd(painted.on(two_nodes(w))) == w);
    CHECK(painted.on(two_nodes(w)).nonZeros() == 3);
    CHECK(painted.warnings().empty());
}

TEST_CASE("user: a file has a row for each node") {
    const TemporaryFile file("w.dmat", "2 2\n0.25\n1\n0.75\n0\n");
    CHECK(Eigen::MatrixXd(Painted("file: " + file.path()).on(two_nodes({}))) ==
          rows(0.25, 0.75, 1, 0));
}

TEST_CASE("user: `bones` says whose the columns are; the others have no weight") {
    std::vector<Bone> bones = two_bones();
    bones.push_back(bones[1]);
    bones[2].name = "hand";
    const Eigen::MatrixXd w =
        Painted("array: w, bones: [hand, upper]").on(two_nodes(rows(0.25, 0.75, 1, 0)), bones);
    CHECK(w == (Eigen::MatrixXd(2, 3) << 0.75, 0, 0.25, 0, 0, 1).finished());
}

TEST_CASE("user: tiny negative weights count as zero, with one warning for all") {
    Painted painted("array: w");
    const Eigen::MatrixXd w = painted.on(two_nodes(rows(-2e-7, 1 + 2e-7, 1 + 5e-8, -5e-8)));
    CHECK(w == rows(0, 1, 1, 0));
    REQUIRE(painted.warnings().size() == 1);
    const Diagnostic& warning = painted.warnings().front();
    CHECK(warning.message ==
          "negative weights in the array 'w': 2, down to -2e-07; they count as 0, and rows are "
          "divided by their sum");
    CHECK(warning.where.line == 5);
    CHECK(warning.node_path == "/body");
}

TEST_CASE("user: rows that are no weights are refused, with the first node and its sum") {
    Painted painted("array: w");
    CHECK_THROWS_WITH(
        painted.on(two_nodes(rows(0.5, 0.5, 0.5, 0.625))),
        Catch::Contains("scene.yaml:5") &&
            Catch::Contains("the weights of node 1 in the array 'w' sum to 1.125, not to 1") &&
            Catch::Contains("normalise: true"));
    CHECK_THROWS_WITH(painted.on(two_nodes(rows(1, 2e-6, 0, 1))),
                      Catch::Contains("of node 0 in the array 'w' sum to 1.000002"));
    CHECK_THROWS_WITH(
        painted.on(two_nodes(rows(0.5, 0.5, 1.25, -0.25))),
        Catch::Contains("node 1 in the array 'w' has the weight -0.25 for the bone 'lower' (its "
                        "weights sum to 1)") &&
            Catch::Contains("normalise: true"));
    CHECK_THROWS_WITH(
        painted.on(two_nodes(rows(0.5, 0.5, 1, std::nan("")))),
        Catch::Contains("of node 1 in the array 'w' sum to nan") && Catch::Contains("finite"));
    CHECK(Eigen::MatrixXd(painted.on(two_nodes(rows(0.5, 0.5 + 4e-7, 0, 1))))
              .rowwise()
              .sum()
              .isOnes(1e-15));
}

TEST_CASE("user: with normalise rows are divided by their sum, but one without any is refused") {
    Painted painted("array: w, normalise: true");
    CHECK(Eigen::MatrixXd(painted.on(two_nodes(rows(1, 3, 10, 0)))) == rows(0.25, 0.75, 1, 0));
    CHECK(painted.warnings().empty());
    CHECK(Eigen::MatrixXd(painted.on(two_nodes(rows(1, 3, 2, -1)))) == rows(0.25, 0.75, 1, 0));
    CHECK(painted.warnings().size() == 1);
    CHECK_THROWS_WITH(painted.on(two_nodes(rows(1, 3, 0, -1))),
                      Catch::Contains("node 1 has no weight in the array 'w'") &&
                          Catch::Contains("at least one bone"));
}

TEST_CASE("user: wrong counts are reported with both") {
    const TemporaryFile file("w.dmat", "2 3\n1\n1\n1\n0\n0\n0\n");
    CHECK_THROWS_WITH(Painted("file: " + file.path()).on(two_nodes({})),
                      Catch::Contains("has 3 rows, and the mesh 2 nodes") &&
                          Catch::Contains("a row for each node"));
    const Eigen::MatrixXd three = Eigen::MatrixXd::Constant(2, 3, 1.0 / 3);
    CHECK_THROWS_WITH(
        Painted("array: w").on(two_nodes(three)),
        Catch::Contains("has 3 columns, and the rig 2 bones") && Catch::Contains("bones: [...]"));
    CHECK_THROWS_WITH(Painted("array: w, bones: [upper, lower]").on(two_nodes(three)),
                      Catch::Contains("has 3 columns, and `bones` names 2"));
}

TEST_CASE("user: bones and arrays that are not there are reported, and what is near") {
    const VolumeMesh mesh = two_nodes(rows(1, 0, 0, 1));
    CHECK_THROWS_WITH(
        Painted("array: w, bones: [upper, lowr]").on(mesh),
        Catch::Contains("the rig has no bone 'lowr'") && Catch::Contains("did you mean 'lower'?"));
    CHECK_THROWS_WITH(Painted("array: w, bones: [upper, upper]").on(mesh),
                      Catch::Contains("two columns are of the bone 'upper'"));
    CHECK_THROWS_WITH(Painted("array: v").on(mesh),
                      Catch::Contains("the mesh has no node array 'v'"));
    CHECK_THROWS_WITH(Painted("array: v").on(nodes_at({{0, 0, 0}})),
                      Catch::Contains("it has none: name a .dmat file"));
}

TEST_CASE("user: it wants an array or a file, and not both") {
    CHECK_THROWS_WITH(Painted("normalise: true"),
                      Catch::Contains("weights/user has neither `array` nor `element_array` nor "
                                      "`file`"));
    CHECK_THROWS_WITH(Painted("array: w, file: x.dmat"),
                      Catch::Contains("weights/user has `array` and `file`"));
    CHECK_THROWS_WITH(Painted("array: w, element_array: w"),
                      Catch::Contains("weights/user has `array` and `element_array`"));
    CHECK_THROWS_WITH(Painted("file: /nowhere/x.dmat"),
                      Catch::Contains("there is no file '/nowhere/x.dmat'"));
}

TEST_CASE("user: the elephant's own weights fit its mesh, and lie about its bones") {
    const auto weights_file = data_file("elephant_rigged/elephant.dmat");
    const std::optional<Elephant> elephant = read_elephant();
    if (!weights_file || !elephant) return;
    const auto& [mesh, bones] = *elephant;
    REQUIRE(bones.size() == 24);
    CHECK(mesh.n_nodes() == 494);
    Painted painted("file: " + weights_file->string());
    const Eigen::MatrixXd w = painted.on(mesh, bones);
    REQUIRE(painted.warnings().size() == 1);
    CHECK_THAT(painted.warnings().front().message, Catch::Contains("down to -6.1e-09"));
    CHECK((w.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-14);
    CHECK(w.minCoeff() == 0);
    // In any other order of the nodes or bones the strongest bone would hardly be a near one.
    const int n_near = n_with_near_bone(w, *elephant);
    CAPTURE(n_near);
    CHECK(n_near > 400);
}

TEST_CASE("user: columns are bones as the rig's own file counts them") {
    std::vector<Bone> bones = two_bones();
    bones[0].number = 1;
    bones[1].number = 0;
    const Eigen::MatrixXd w = rows(0.25, 0.75, 1, 0);
    CHECK(Eigen::MatrixXd(Painted("array: w").on(two_nodes(w), bones)) == rows(0.75, 0.25, 0, 1));
}

TEST_CASE("user: the skin of a glTF file gives weights to a mesh of its own, by names of joints") {
    // weights of the stalk go from root to middle as s^2 (3 - 2 s), s = (y - 0.3) / 0.2.
    std::vector<Bone> bones(3);
    bones[0].name = "top";
    bones[1].name = "root";
    bones[2].name = "middle";
    const VolumeMesh mesh =
        nodes_at({{0.05, 0, 0}, {0.02, 0.4, 0.01}, {0, 0.6, 0}, {0.1, 0.8, 0}, {0, 1.19, 0}});
    const Eigen::MatrixXd w = Painted("file: " + stalk_file()).on(mesh, bones);
    const Eigen::MatrixXd expected =
        (Eigen::MatrixXd(5, 3) << 0, 1, 0, 0, 0.5, 0.5, 0, 0, 1, 0.5, 0, 0.5, 1, 0, 0).finished();
    CHECK((w - expected).cwiseAbs().maxCoeff() < 0.02);
    VolumeMesh large = mesh;
    large.positions *= 2;
    CHECK((Painted("file: " + stalk_file() + ", scale: 2").on(large, bones) - w).norm() < 1e-12);
}

TEST_CASE("user: a glTF skin that does not fit the body or the rig is refused") {
    const auto mistake = [](const std::string& parameters, const VolumeMesh& mesh,
                            const std::vector<Bone>& bones) -> std::string {
        try {
            Painted(parameters).on(mesh, bones);
        } catch (const InputError& error) {
            return error.diagnostics().front().message + " | " + error.diagnostics().front().remedy;
        }
        return "";
    };
    const VolumeMesh mesh = nodes_at({{0.05, 0, 0}, {0.02, 0.4, 0.01}, {0, 1, 0}});
    CHECK_THAT(mistake("file: " + stalk_file(), mesh, two_bones()),
               Catch::Contains("the rig has no bone 'root', which") &&
                   Catch::Contains("moves its skin by"));
    std::vector<Bone> bones(3);
    bones[0].name = "root", bones[1].name = "middle", bones[2].name = "top";
    CHECK_THAT(mistake("file: " + stalk_file() + ", unit: cm", mesh, bones),
               Catch::Contains("the skin is 0.002 x 0.012 x 0.002 m") &&
                   Catch::Contains("the same `unit` and `scale` as the mesh and the rig"));
    CHECK_THAT(mistake("array: w, unit: cm", mesh, bones),
               Catch::Contains("unit without a glTF file"));
    const ChangedGltf bare(stalk_file(), [](nlohmann::json& j) {
        auto& attributes = j["meshes"][0]["primitives"][0]["attributes"];
        attributes.erase("JOINTS_0"), attributes.erase("WEIGHTS_0");
    });
    CHECK_THAT(mistake("file: " + bare.path(), mesh, bones), Catch::Contains("sum to 0, not to 1"));
}
