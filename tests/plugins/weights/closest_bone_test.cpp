#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <support/scene_body.hpp>

#include "bar.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("closest_bone: the border between two bones in line is the plane through the joint") {
    const VolumeMesh mesh = bar();
    const SkinWeights w = make<Weights>("weights/closest_bone")->on_nodes(mesh, two_bones());
    for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i)
        CHECK(w.coeff(i, 0) == (mesh.positions(0, i) <= 1 ? 1 : 0));
}

TEST_CASE("closest_bone: with a blend both have half in the plane, and shares fall smoothly") {
    const auto weights = make<Weights>("weights/closest_bone", "blend: 20 cm");
    const SkinWeights w = weights->on_nodes(
        nodes_at({{1, 0.1, 0}, {1, 0, -0.2}, {1.1, 0, 0}, {0.9, 0, 0}, {1.3, 0, 0}}), two_bones());
    CHECK(w.coeff(0, 0) == 0.5);
    CHECK(w.coeff(1, 0) == 0.5);
    // On the axis the other bone is 0.1 m away: s(1/2) = 1/2 beside s(1) = 1.
    CHECK(w.coeff(2, 0) == Approx(1.0 / 3));
    CHECK(w.coeff(3, 1) == Approx(1.0 / 3));
    CHECK(w.coeff(4, 0) == 0);
}

TEST_CASE("closest_bone: elements go by their centres") {
    const VolumeMesh mesh = bar({5, 2, 2});  // the middle plane cuts cells
    const auto weights = make<Weights>("weights/closest_bone");
    const SkinWeights w =
        weights->on_elements(mesh, two_bones(), weights->on_nodes(mesh, two_bones()));
    const Points centres = element_centres(mesh);
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e)
        if (std::abs(centres(0, e) - 1) > 1e-12)
            CHECK(w.coeff(e, 0) == (centres(0, e) < 1 ? 1 : 0));
}

TEST_CASE("closest_bone: a blend is a length, and not negative") {
    CHECK_THROWS_WITH(make<Weights>("weights/closest_bone", "blend: -1 m"),
                      Catch::Contains("blend is -1 m, must be >= 0"));
    CHECK_THROWS_WITH(make<Weights>("weights/closest_bone", "blend: 3 kg"), Catch::Contains("kg"));
}

TEST_CASE("closest_bone: bones that no node goes with are named") {
    const auto scene = [](const std::string& more, const std::string& origin = "[0, 0, 0]") {
        return "    rig: {type: skeleton, joints: [{name: arm, at: [0, 0, 0], tail: [0.4, 0, 0]}, "
               "{name: far, at: [0, 3, 0], tail: [1, 3, 0]}" +
               more + "]}\n    mesh: {type: box, size: [1, 1, 1], origin: " + origin +
               ", cells: [2, 2, 2], element: hex8}\n"
               "    weights: {type: closest_bone}\n"
               "    material: {type: ex_rotated, young: 1 kPa, poisson: 0.3}\n";
    };
    const SceneBody one(scene(""));
    REQUIRE(one.warnings().size() == 1);
    CHECK(one.warnings()[0].message == "no node of /body goes with the bone 'far'");
    CHECK(one.warnings()[0].plugin == "weights/closest_bone");
    CHECK_THAT(one.warnings()[0].remedy, Catch::Contains("leave it out of the rig"));
    const SceneBody two(scene(", {name: also, at: [0, 4, 0], tail: [1, 4, 0]}"));
    REQUIRE(two.warnings().size() == 1);
    CHECK(two.warnings()[0].message == "no node of /body goes with the bones 'far', 'also'");
    // Bodies that share a rig share its bones out.
    const SceneBody shared(
        scene("") +
        "    children:\n      - node: other\n"
        "        mesh: {type: box, size: [1, 1, 1], origin: [0, 2.5, 0], cells: [1, "
        "1, 1], element: hex8}\n"
        "        material: {type: linear, young: 1 kPa, poisson: 0.3}\n"
        "        weights: {type: closest_bone}\n");
    CHECK(shared.warnings().empty());
    const SceneBody all(scene("", "[0, 9, 0]"));
    REQUIRE(all.warnings().size() == 1);
    CHECK_THAT(all.warnings()[0].message,
               Catch::Contains("the bones miss the mesh of /body: they go from (0, 0, 0) to (1, 3, "
                               "0) m, and it goes from (0, 9, 0) to (1, 10, 1) m"));
}

TEST_CASE("closest_bone: a joint without a tail that a clip turns in vain is reported") {
    const auto warnings = [](const std::string& more, const std::string& blend = "") {
        return SceneBody(
                   "    rig: {type: skeleton, joints: [{name: arm, at: [0, 0.5, 0.5]}, {name: "
                   "hand, "
                   "parent: arm, at: [0.6, 0.5, 0.5], " +
                   more +
                   "}]}\n    mesh: {type: box, size: [1, 1, 1], cells: [4, 2, 2], element: hex8}\n"
                   "    weights: {type: closest_bone" +
                   blend + "}\n    material: {type: ex_rotated, young: 1 kPa, poisson: 0.3}\n")
            .warnings();
    };
    const auto tells = [](const std::vector<Diagnostic>& all) {
        return std::any_of(all.begin(), all.end(), [](const Diagnostic& one) {
            return one.message ==
                       "no point is nearest to 'hand' (a point on 'arm'), and the clip "
                       "moves it in vain" &&
                   one.remedy.find("a tail: where its bone ends") != std::string::npos &&
                   one.where.line == 7;
        });
    };
    const std::string turns =
        "keyframes: [{time: 0 s}, {time: 1 s, turn: {axis: [0, 1, 0], angle: 1.2}}]";
    CHECK(tells(warnings(turns)));
    CHECK(warnings(turns + ", tail: [0.9, 0.5, 0.5]").empty());
    CHECK_FALSE(tells(warnings("keyframes: []")));        // it goes with the arm
    CHECK_FALSE(tells(warnings(turns, ", blend: 0.1")));  // both have half of what is near both
}

TEST_CASE("closest_bone: bones and a mesh that are not of one size are reported") {
    const auto warnings = [](double factor) {
        return SceneBody(
                   fmt::format("    rig: {{type: skeleton, joints: [{{name: a, at: [0, 0.5, 0.5], "
                               "tail: [{}, 0.5, 0.5]}}, {{name: b, at: [{}, 0.5, 0.5], tail: [{}, "
                               "0.5, 0.5]}}]}}\n",
                               0.8 * factor, 0.8 * factor, 1.6 * factor) +
                   "    mesh: {type: box, size: [1, 1, 1], cells: [2, 2, 2], element: hex8}\n"
                   "    weights: {type: closest_bone}\n"
                   "    material: {type: ex_rotated, young: 1 kPa, poisson: 0.3}\n")
            .warnings();
    };
    CHECK(warnings(1).empty());
    const auto large = warnings(100);
    REQUIRE_FALSE(large.empty());
    CHECK(large[0].message == "the bones reach over 160 m, and the mesh of /body over 1.73 m");
    CHECK_THAT(large[0].remedy, Catch::Contains("unit: cm"));
    const auto small = warnings(0.01);
    REQUIRE_FALSE(small.empty());
    CHECK(small[0].message == "the bones reach over 0.016 m, and the mesh of /body over 1.73 m");
}
