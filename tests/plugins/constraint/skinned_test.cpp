#include <catch2/catch.hpp>
#include <sinew/mechanics/skinning/rigged_body.hpp>
#include <sinew/mechanics/skinning/skinning.hpp>
#include <support/scene_body.hpp>

#include "constrained_nodes_at.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

std::string arm(const std::string& constraint) {
    return "    rig: {type: skeleton, joints: [{name: upper, at: [0, 0.5, 0.5]},\n"
           "      {name: lower, parent: upper, at: [1, 0.5, 0.5], tail: [2, 0.5, 0.5],\n"
           "       keyframes: [{time: 0 s}, {time: 1 s, turn: {axis: [0, 1, 0], angle: 1.2}}]}]}\n"
           "    mesh: {type: box, size: [2, 1, 1], cells: [8, 2, 2], element: tet4}\n"
           "    weights: {type: closest_bone, blend: 0.5}\n"
           "    material: {type: linear, young: 1 kPa, poisson: 0.3}\n"
           "    constraints: [{type: skinned" +
           constraint + "}]\n";
}

}  // namespace

TEST_CASE("skinned: all nodes go where the blend of the bones takes them") {
    for (const auto& [word, blend] : {std::pair{"linear", Blend::linear},
                                      std::pair{"dual_quaternion", Blend::dual_quaternion}}) {
        SceneBody scene(arm(std::string(", blend: ") + word));
        const RiggedBody& rigged = rigged_body_of(scene.node(), {});
        const Points expected =
            skinned(scene.body().mesh.positions, rigged.nodes, rigged.rig->at(0.8), blend);
        const auto nodes = constrained_nodes_at(scene, 0.8);
        REQUIRE(Eigen::Index(nodes.size()) == expected.cols());
        double moved = 0;
        for (const ConstrainedNode& node : nodes) {
            CHECK((node.position - expected.col(node.node)).norm() < 1e-15);
            moved = std::max(moved,
                             (node.position - scene.body().mesh.positions.col(node.node)).norm());
        }
        CHECK(moved > 0.5);
    }
}

TEST_CASE("skinned: only chosen nodes follow, if some are chosen") {
    SceneBody scene(arm(", where: {plane: {normal: [1, 0, 0], offset: 2}}"));
    const auto nodes = constrained_nodes_at(scene, 1);
    CHECK(nodes.size() == 9);
    for (const ConstrainedNode& node : nodes) {
        const Eigen::Vector3d X = scene.body().mesh.positions.col(node.node), joint(1, 0.5, 0.5);
        const Eigen::Vector3d expected =
            joint + Eigen::AngleAxisd(1.2, Eigen::Vector3d::UnitY()) * (X - joint);
        CHECK((node.position - expected).norm() < 1e-14);
    }
}
