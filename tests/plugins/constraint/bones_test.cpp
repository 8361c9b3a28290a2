#include <catch2/catch.hpp>
#include <support/scene_body.hpp>

#include "constrained_nodes_at.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// Two bones in the middle of a bar of cells that are one half wide.
std::string arm(const std::string& parameters, const std::string& element = "hex8") {
    return "    rig: {type: skeleton, joints: [{name: upper, at: [0.1, 0.25, 0.25]},\n      {name: "
           "lower, parent: upper, at: [0.9, 0.25, 0.25], tail: [1.2, 0.25, 0.25]}]}\n"
           "    mesh: {type: box, size: [2, 1, 1], cells: [4, 2, 2], element: " +
           element +
           "}\n    material: {type: linear, young: 1 kPa, poisson: 0.3}\n"
           "    constraints: [{type: bones" +
           parameters + "}]\n";
}

std::string mistake_of(const std::string& node) {
    try {
        SceneBody scene(node);
    } catch (const InputError& error) {
        return error.diagnostics().front().message;
    }
    return "";
}

}  // namespace

TEST_CASE("bones: all nodes of the elements that a bone crosses stay, and no others") {
    SceneBody scene(arm(""));
    const auto nodes = constrained_nodes_at(scene, 0.5);
    REQUIRE(nodes.size() == 16);  // of three cells in a row
    for (const ConstrainedNode& node : nodes) {
        const Eigen::Vector3d X = scene.body().mesh.positions.col(node.node);
        CHECK(X.x() < 1.6);
        CHECK(std::max(X.y(), X.z()) < 0.6);
        CHECK(node.position == X);
        CHECK(node.where_it_was);
    }
    SceneBody one(arm(", bones: [lower]"));
    CHECK(constrained_nodes_at(one, 0).size() == 12);
}

TEST_CASE("bones: of tetrahedra only those that are crossed") {
    std::string text = arm("", "tet4");  // through no edge of an element
    for (std::size_t at; (at = text.find("0.25, 0.25]")) != std::string::npos;)
        text.replace(at, 11, "0.27, 0.21]");
    SceneBody scene(text);
    const VolumeMesh& mesh = scene.body().mesh;
    std::vector<char> expected(std::size_t(mesh.n_nodes()), 0);
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e) {
        Eigen::Matrix4d corners = Eigen::Matrix4d::Ones();
        for (int k = 0; k < 4; ++k)
            corners.topRows<3>().col(k) = mesh.positions.col(mesh.elements(k, e));
        for (int i = 0; i <= 20000; ++i) {
            const Eigen::Vector4d x(0.1 + 1.1 * i / 20000, 0.27, 0.21, 1);
            if (corners.inverse().operator*(x).minCoeff() < -1e-12) continue;
            for (int k = 0; k < 4; ++k) expected[std::size_t(mesh.elements(k, e))] = 1;
            break;
        }
    }
    std::vector<char> found(expected.size(), 0);
    for (const ConstrainedNode& node : constrained_nodes_at(scene, 0))
        found[std::size_t(node.node)] = 1;
    CHECK(found == expected);
}

TEST_CASE("bones: a radius takes nodes near a bone, too") {
    SceneBody scene(arm(", radius: 0.8"));
    CHECK(constrained_nodes_at(scene, 0).size() > 16);
}

TEST_CASE("bones: a rig beside the body, one that fills it, and a wrong name are reported") {
    std::string beside = arm("");
    for (std::size_t at; (at = beside.find("0.25, 0.25]")) != std::string::npos;)
        beside.replace(at, 11, "7, 7]");
    CHECK(mistake_of(beside) == "no bone crosses an element of the body");
    CHECK(mistake_of(arm(", radius: 9")) ==
          "bones cross or touch all elements, so that nothing can deform");
    CHECK_THAT(mistake_of(arm(", bones: [tail]")), Catch::Contains("tail"));
}
