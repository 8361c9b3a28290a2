#include <catch2/catch.hpp>
#include <sinew/mechanics/rig/skeletal_rig.hpp>
#include <support/mesh_plugin.hpp>
#include <support/scene_body.hpp>

#include "constrained_nodes_at.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// Two bones along a bar; the second turns by 1.2 rad in a second.
std::string arm(const std::string& constraint, const std::string& radii = "0.1") {
    return "    rig: {type: skeleton, joints: [{name: upper, at: [0, 0.5, 0.5], radius: " + radii +
           "},\n      {name: lower, parent: upper, at: [1, 0.5, 0.5], tail: [2, 0.5, 0.5], "
           "radius: " +
           radii +
           ",\n       keyframes: [{time: 0 s}, {time: 1 s, turn: {axis: [0, 1, 0], angle: "
           "1.2}}]}]}\n"
           "    mesh: {type: box, size: [2, 1, 1], cells: [4, 2, 2], element: hex8}\n"
           "    material: {type: linear, young: 1 kPa, poisson: 0.3}\n"
           "    constraints: [{type: attach" +
           constraint + "}]\n";
}

/// Where a point of the second bone goes at time t.
Eigen::Vector3d carried(const Eigen::Vector3d& X, double t) {
    const Eigen::Vector3d joint(1, 0.5, 0.5);
    return joint + Eigen::AngleAxisd(1.2 * t, Eigen::Vector3d::UnitY()) * (X - joint);
}

}  // namespace

TEST_CASE(
    "attach: nodes inside the radius go with their nearest bone, each from its own position") {
    SceneBody scene(arm(""));
    const auto nodes = constrained_nodes_at(scene, 0.5);
    REQUIRE(nodes.size() == 5);
    for (const ConstrainedNode& node : nodes) {
        const Eigen::Vector3d X = scene.body().mesh.positions.col(node.node);
        const Eigen::Vector3d expected = X.x() > 1 ? carried(X, 0.5) : X;
        CHECK((node.position - expected).norm() < 1e-14);
    }
    // Off the axis of the bone, too.
    SceneBody wide(arm(", bones: [lower], radius: 0.6"));
    const auto more = constrained_nodes_at(wide, 1);
    CHECK(more.size() == 16);  // five on each of the planes x = 1, 1.5 and 2, one before the joint
    for (const ConstrainedNode& node : more)
        CHECK((node.position - carried(wide.body().mesh.positions.col(node.node), 1)).norm() <
              1e-14);
}

TEST_CASE("attach: at rest nothing is moved, so that the neutral shape stays") {
    SceneBody scene(arm(", radius: 0.6"));
    for (const ConstrainedNode& node : constrained_nodes_at(scene, 0))
        CHECK((node.position - scene.body().mesh.positions.col(node.node)).norm() < 1e-15);
}

TEST_CASE("attach: velocities and accelerations are those of the turn") {
    SceneBody scene(arm(""));
    const Eigen::Vector3d omega(0, 1.2, 0), joint(1, 0.5, 0.5);
    for (const ConstrainedNode& node : constrained_nodes_at(scene, 0.4)) {
        const Eigen::Vector3d X = scene.body().mesh.positions.col(node.node);
        if (X.x() <= 1) continue;
        const Eigen::Vector3d arm_now = carried(X, 0.4) - joint;
        CHECK((node.velocity - omega.cross(arm_now)).norm() < 1e-7);
        CHECK((node.acceleration - omega.cross(omega.cross(arm_now))).norm() < 1e-6);
    }
}

TEST_CASE("attach: springs pull each node to its position, and their stiffness is in the tangent") {
    SceneBody scene(arm(", stiffness: 50 N/m"));
    CHECK(constrained_nodes_at(scene, 1).empty());
    BodySystem& system = scene.system();
    const Points f = scene.loads(1);
    const Points& X = scene.body().mesh.positions;
    double energy = 0;
    for (Eigen::Index i = 0; i < X.cols(); ++i) {
        const bool on_axis = X(1, i) == 0.5 && X(2, i) == 0.5;
        const Eigen::Vector3d stretch = carried(X.col(i), 1) - X.col(i);
        const bool is_pulled = on_axis && X(0, i) > 1;
        CHECK((f.col(i) - (is_pulled ? Eigen::Vector3d(50 * stretch) : Eigen::Vector3d::Zero()))
                  .norm() < 1e-12);
        if (is_pulled) energy += 25 * stretch.squaredNorm();
    }
    const Vector rest = Vector::Zero(system.size());
    CHECK(system.potential(rest) == Approx(energy));
    Vector Kd;
    const Vector d = Vector::Ones(rest.size());
    system.tangent(rest, rest, {0, 0, 1}, Definiteness::exact, nullptr).apply(d, Kd);
    CHECK(Kd.sum() == Approx(3 * 5 * 50));  // translations strain nothing but five springs
}

TEST_CASE("attach: a radius that catches no node, or all, is reported with what to do") {
    CHECK_THROWS_WITH(
        SceneBody(arm(", radius: 1 um, bones: [lower], where: {plane: {normal: [0, 0, "
                      "1], offset: 0}}")),
        Catch::Contains("no node is inside the radius of a bone; the nearest is 0.5") &&
            Catch::Contains("use a finer mesh: a bone may run between its nodes"));
    CHECK_THROWS_WITH(SceneBody(arm(", radius: 3")),
                      Catch::Contains("every node is inside the radius of a bone") &&
                          Catch::Contains("nothing can deform"));
    CHECK_THROWS_WITH(SceneBody(arm(", radius: 3, stiffness: 5 N/m")),
                      Catch::Contains("springs draw the whole body along"));
    CHECK_THROWS_WITH(SceneBody(arm("", "0")), Catch::Contains("no bone has a radius"));
    CHECK_THROWS_WITH(SceneBody(arm(", bones: [lowr]")),
                      Catch::Contains("the rig has no bone 'lowr'") && Catch::Contains("lower"));
}

TEST_CASE("attach: bones that hold no node are reported, with how far it is to the nearest") {
    const std::string left = "where: {box: {min: [-1, -1, -1], max: [0.6, 2, 2]}}";
    const SceneBody named(arm(", radius: 0.6, bones: [upper, lower], " + left));
    REQUIRE(named.warnings().size() == 1);
    CHECK(named.warnings()[0].message ==
          "no node is attached to the bone 'lower' (nodes within its radius are nearer to others)");
    CHECK_THAT(named.warnings()[0].remedy, Catch::Contains("larger radius"));
    CHECK(SceneBody(arm(", radius: 0.6, " + left)).warnings().empty());
    // The second bone floats above the bar, whose nodes end 0.1 m below it.
    const std::string above =
        "    rig: {type: skeleton, joints: [{name: upper, at: [0, 0.5, 0.5], tail: [2, "
        "0.5, 0.5], radius: 0.6},\n      {name: lower, at: [1, 0.5, 1.1], tail: [2, 0.5, 1.1], "
        "radius: 0.05}]}\n"
        "    mesh: {type: box, size: [2, 1, 1], cells: [4, 2, 2], element: tet4}\n"
        "    material: {type: linear, young: 1 kPa, poisson: 0.3}\n";
    const SceneBody all(above + "    constraints: [{type: attach}]\n");
    REQUIRE(all.warnings().size() == 1);
    CHECK(all.warnings()[0].message ==
          "no node is attached to the bone 'lower' (radius 0.05 m, the nearest node 0.1 m away)");
    CHECK(all.warnings()[0].where.line == 9);
    // What has no radius, or is left to another constraint, is not meant.
    CHECK(SceneBody(above + "    constraints: [{type: attach, bones: [upper]}]\n")
              .warnings()
              .empty());
    CHECK(SceneBody(above + "    constraints: [{type: attach}, {type: attach, bones: [lower], "
                            "radius: 0.3}]\n")
              .warnings()
              .empty());
}

TEST_CASE("attach: a joint without a tail that a clip turns in vain is reported") {
    const auto hand = [](const std::string& more) {
        return "    rig: {type: skeleton, joints: [{name: arm, at: [0, 0.5, 0.5], radius: 0.6}, "
               "{name: hand, parent: arm, at: [1, 0.5, 0.5], radius: 0.6, " +
               more +
               "}]}\n    mesh: {type: box, size: [4, 1, 1], cells: [8, 2, 2], element: hex8}\n"
               "    material: {type: linear, young: 1 kPa, poisson: 0.3}\n"
               "    constraints: [{type: attach}, {type: fixed, where: {plane: {normal: [1, 0, 0], "
               "offset: 4}}}]\n";
    };
    const std::string turns =
        "keyframes: [{time: 0 s}, {time: 1 s, turn: {axis: [0, 1, 0], angle: 1.2}}]";
    const SceneBody in_vain(hand(turns));
    REQUIRE(in_vain.warnings().size() == 1);
    CHECK(
        in_vain.warnings()[0].message ==
        "no node is attached to the bone 'hand' (a point on 'arm'), which the clip moves in vain");
    CHECK_THAT(in_vain.warnings()[0].remedy, Catch::Contains("give its joint in the rig a tail"));
    CHECK(in_vain.warnings()[0].where.line == 8);
    CHECK(SceneBody(hand("tail: [2, 0.5, 0.5], " + turns)).warnings().empty());
    CHECK(SceneBody(hand("keyframes: []")).warnings().empty());  // an end that goes with the arm
}

TEST_CASE("attach: a piece of the mesh that no element joins to the bones is reported") {
    // Two tetrahedra, which share a corner or none; the bone holds the first whole.
    const auto pair = [](const std::string& corner) {
        const TemporaryFile file(
            "pair.veg",
            "*VERTICES\n8 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 5 0 0\n6 6 0 0\n7 5 1 0\n"
            "8 5 0 1\n*ELEMENTS\nTET\n2 4 0\n1 1 2 3 4\n2 " +
                corner + " 6 7 8\n");
        return SceneBody(
                   "    rig: {type: skeleton, joints: [{name: a, at: [0, 0, 0], tail: [1, 0, 0], "
                   "radius: 2}]}\n    mesh: {type: vega, file: " +
                   file.path() +
                   "}\n    material: {type: linear, young: 1 kPa, poisson: 0.3}\n"
                   "    constraints: [{type: attach}]\n")
            .warnings();
    };
    const std::vector<Diagnostic> apart = pair("5");
    REQUIRE(apart.size() == 1);
    CHECK(apart[0].message ==
          "no element of /body has nodes that go with the bones beside others: what the bones "
          "hold, they hold whole, and the rest is free");
    CHECK_THAT(apart[0].remedy, Catch::Contains("the mesh is of several pieces"));
    CHECK(apart[0].where.line == 8);
    for (const Diagnostic& one : pair("2"))  // a vertex is spare there
        CHECK_THAT(one.message, !Catch::Contains("go with the bones beside others"));
}

TEST_CASE("attach: nodes that lie on one line are reported, since the body can turn about it") {
    const SceneBody line(arm(""));
    REQUIRE(line.warnings().size() == 1);
    CHECK(line.warnings()[0].message ==
          "the 5 nodes that go with the bones lie on one line, and the body can turn about it");
    CHECK_THAT(line.warnings()[0].remedy, Catch::Contains("larger radius or use a finer mesh") &&
                                              Catch::Contains("In dynamics it may be meant"));
    const SceneBody springs(
        arm(", stiffness: 5 N/m, bones: [upper], where: {box: {min: [-1, -1, "
            "-1], max: [0.1, 2, 2]}}"));
    REQUIRE(springs.warnings().size() == 1);
    CHECK(springs.warnings()[0].message ==
          "one node only goes with the bones, and the body can turn about it");
    CHECK(SceneBody(arm(", radius: 0.6")).warnings().empty());
    // The elements' rotations from the rig resist the turn.
    std::string turned = arm("");
    turned.replace(turned.find("linear"), 6, "ex_rotated");
    CHECK(SceneBody(turned + "    weights: {type: closest_bone}\n").warnings().empty());
}

TEST_CASE(
    "attach: bones and a mesh that are not of one size are reported, where no weights say so") {
    // The bar in centimetres.
    std::string text = arm(", radius: 30");
    text.replace(text.find("[2, 1, 1], cells"), 9, "[200, 100, 100]");
    const SceneBody scene(text);
    REQUIRE_FALSE(scene.warnings().empty());
    CHECK(scene.warnings().back().message ==
          "the bones reach over 2 m, and the mesh of /body over 245 m");
    CHECK_THAT(scene.warnings().back().remedy, Catch::Contains("unit: cm"));
    CHECK(SceneBody(arm(", radius: 0.6")).warnings().empty());
    // Of several bodies along a rig one may be small, but not the only one that goes with it.
    const std::string tip =
        "    children:\n      - node: tip\n"
        "        mesh: {type: box, size: [0.1, 0.1, 0.1], origin: [1.8, 0.45, 0.45], cells: [2, 2, "
        "2], element: hex8}\n"
        "        material: {type: linear, young: 1 kPa, poisson: 0.3}\n"
        "        constraints: [{type: attach, radius: 0.06}]\n";
    const std::string both = arm(", radius: 0.6");
    CHECK(SceneBody(both + tip).warnings().empty());
    const SceneBody alone(both.substr(0, both.find("    constraints:")) + tip);
    REQUIRE_FALSE(alone.warnings().empty());
    CHECK(alone.warnings().back().message ==
          "the bones reach over 2 m, and the mesh of /body/tip over 0.173 m");
}
