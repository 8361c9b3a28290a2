#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <support/small_run.hpp>

#include "coupling_scene.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;
using Eigen::Vector3d;

namespace {

/// A slab of 4 m x 4 m x 1 m, centred under the origin, whose upper face is at z = 0.
const std::string slab =
    "type: kinematic_contact, stiffness: 1 kPa/m, surface: {type: box, size: [4, 4, 1], origin: "
    "[-2, -2, -1], cells: [4, 4, 1], element: tet4}";
const std::string ball =
    "type: kinematic_contact, stiffness: 1 kPa/m, surface: {type: isosurface, edge: 0.15, shape: "
    "{sphere: {center: [0.5, 0.5, -1], radius: 1.3}}}";

Vector some_direction(Index n) {
    Vector d(n);
    for (Index i = 0; i < n; ++i) d[i] = std::sin(1.3 * double(i) + 0.2);
    return d;
}

/// Text of what is wrong with `surface: {type: file, file: body.off}` of this content.
std::string mistake(const std::string& off, const std::string& more = "") {
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / ("sinew-" + std::to_string(::getpid()) + ".off");
    std::ofstream(file) << off;
    std::string text;
    try {
        CouplingScene("type: kinematic_contact, surface: {type: file, file: " + file.string() +
                      "}" + more);
    } catch (const InputError& error) {
        text = error.what();
    }
    std::filesystem::remove(file);
    return text;
}

const std::string tet_points = "OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n";

}  // namespace

TEST_CASE("coupling/kinematic_contact: nodes beneath a face are pushed by stiffness times depth") {
    for (const std::string motion :
         {", displacement: [0.1, 0.2, 0.05]",
          ", displacement: {keyframes: [[0, [0, 0, -3]], [1, [0.2, 0.3, 0.05]]]}",
          ", rotate: {axis: [0, 0, 3], angle: 30 deg, center: [1, 1, 4]}, displacement: [0, 0, "
          "0.05]"}) {
        CAPTURE(motion);
        CouplingScene scene(slab + motion);
        const PointBodies bodies = scene.moved({0, 0, 0.01});
        const Vector f = evaluate(scene.coupling(), bodies, 1).f;
        for (Index i = 0; i < bodies.size; i += 3) {
            const double area = scene.areas()[std::size_t(i / 3)];
            const double push = bodies.x[i + 2] < 0.05 ? 1e3 * 0.04 * area : 0;
            CHECK((f.segment<3>(i) - Vector3d(0, 0, push)).norm() < 1e-3 * 1e3 * 0.04 * 0.25);
        }
    }
}

TEST_CASE("coupling/kinematic_contact: it turns about its axis") {
    // Upright, with its upper face at x = 0.04 to the right; then all nodes at x = 0 are inside.
    CouplingScene scene(
        slab +
        ", displacement: [0.04, 0.5, 0.5], rotate: {axis: [0, 1, 0], angle: {keyframes: [[0, 0], "
        "[1, 90 deg]]}}");
    const PointBodies bodies = scene.moved({0, 0, 0});
    const Vector f = evaluate(scene.coupling(), bodies, 1).f;
    for (Index i = 0; i < bodies.size; i += 3) {
        const double push = bodies.x[i] == 0 ? 1e3 * 0.04 * scene.areas()[std::size_t(i / 3)] : 0;
        CHECK((f.segment<3>(i) - Vector3d(push, 0, 0)).norm() < 1e-2);
    }
}

TEST_CASE("coupling/kinematic_contact: forces and tangent are derivatives of its energy") {
    CouplingScene scene(ball +
                        ", voxel: 0.2, displacement: {expr: [\"0.1*t\", \"0\", \"0\"]}, "
                        "rotate: {axis: [1, 2, 0], angle: 20 deg}");
    const PointBodies bodies = scene.moved({0.03, 0.01, 0.02});
    const Vector d = some_direction(bodies.size);
    CHECK(evaluate(scene.coupling(), bodies).f.norm() > 1);
    CHECK(order_of_force(scene.coupling(), bodies, d, 1e-3) == Approx(2).margin(0.1));
    CHECK(order_of_tangent(scene.coupling(), bodies, d, 1e-3) == Approx(2).margin(0.1));
}

TEST_CASE("coupling/kinematic_contact: a ball pushes as contact_sphere does") {
    CouplingScene grid(ball + ", voxel: 0.03"), exact(
                                                    "type: contact_sphere, stiffness: 1 kPa/m, "
                                                    "center: [0.5, 0.5, -1], radius: 1.3");
    const PointBodies bodies = grid.moved({0.02, 0.03, 0.04});
    const Vector f = evaluate(exact.coupling(), bodies).f;
    CHECK((evaluate(grid.coupling(), bodies).f - f).norm() < 0.05 * f.norm());
}

TEST_CASE("coupling/kinematic_contact: friction is towards where its surface goes") {
    // A turntable at 2 rad/s under the cube's bottom, about the cube's own axis.
    CouplingScene scene(slab +
                        ", friction: 0.5, stick_speed: 0.01, displacement: [0.5, 0.5, 0.02], "
                        "rotate: {axis: [0, 0, 1], angle: {expr: \"2*t\"}}");
    const PointBodies still = scene.moved({0, 0, 0});
    const double dt = 0.1;
    scene.coupling().begin_step(still, 0, dt);
    const Vector f = evaluate(scene.coupling(), still, dt).f;
    PointBodies along = still;
    const Eigen::AngleAxisd turn(2 * dt, Vector3d::UnitZ());
    const Vector3d middle(0.5, 0.5, 0);
    for (Index i = 0; i < still.size; i += 3) {
        const Vector3d arm = still.x.segment<3>(i) - middle;
        along.x.segment<3>(i) = middle + turn * arm;
        if (still.x[i + 2] > 0) continue;
        const Vector3d tangential = Vector3d(f[i], f[i + 1], 0);
        const Vector3d way(-arm.y(), arm.x(), 0);
        if (way.norm() < 0.1) continue;
        CHECK(tangential.norm() == Approx(0.5 * f[i + 2]).epsilon(1e-6));
        CHECK(tangential.dot(way) > 0.9 * tangential.norm() * way.norm());
    }
    // What goes with it feels none.
    const Vector g = evaluate(scene.coupling(), along, dt).f;
    for (Index i = 0; i < still.size; i += 3) CHECK(g.segment<2>(i).norm() < 1e-3);
}

TEST_CASE("coupling/kinematic_contact: it goes with a bone") {
    const std::string rig =
        "    rig: {type: skeleton, joints: [{name: hand, at: [0, 0, -5], tail: [0, 0, -4], "
        "keyframes: [{time: 0 s}, {time: 1 s, move: [0, 0, 0.05]}]}]}\n";
    CouplingScene scene(slab + ", bone: hand", rig);
    const PointBodies bodies = scene.moved({0, 0, 0.01});
    CHECK(evaluate(scene.coupling(), bodies, 0).f.norm() == 0);
    const Vector f = evaluate(scene.coupling(), bodies, 1).f;
    CHECK(f.reshaped(3, f.size() / 3).row(2).sum() > 0);
    CHECK_THROWS_WITH(CouplingScene(slab + ", bone: hant", rig),
                      Contains("the rig has no bone 'hant'") && Contains("hand"));
    CHECK_THROWS_WITH(CouplingScene(slab + ", bone: hand"), Contains("needs a rig"));
    CHECK_THROWS_WITH(CouplingScene(slab + ", rig: /cube", rig),
                      Contains("a rig is named, but none of its bones"));
}

TEST_CASE("coupling/kinematic_contact: a surface without an inside is refused") {
    CHECK(mistake(tet_points + "3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n").empty());
    CHECK_THAT(
        mistake("OFF\n4 3 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n"),
        Contains("the surface is not closed: 3 border edges") && Contains("close its holes"));
    CHECK_THAT(mistake(tet_points + "3 0 1 2\n3 0 3 1\n3 1 3 2\n3 0 2 3\n"),
               Contains("the surface is inside out") && Contains("flip its normals"));
    CHECK_THAT(mistake(tet_points + "3 0 1 2\n3 0 1 3\n3 1 2 3\n3 0 3 2\n"),
               Contains("face opposite sides, at 3 edges") && Contains("normals agree"));
    // Two tetrahedra that share an edge.
    CHECK_THAT(mistake("OFF\n6 8 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n0 -1 0\n0 0 -1\n3 0 2 1\n3 0 1 3\n"
                       "3 1 2 3\n3 0 3 2\n3 0 4 1\n3 0 1 5\n3 1 4 5\n3 0 5 4\n"),
               Contains("not a manifold: 1 edges of more than two triangles") &&
                   Contains("separate the sheets"));
    CHECK_THAT(
        mistake("OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n"),
        Contains("encloses no volume") && Contains("thickness"));
}

TEST_CASE("coupling/kinematic_contact: voxels too small and too large are refused") {
    CHECK_THROWS_WITH(
        CouplingScene(slab + ", voxel: 1 mm"),
        Contains("a voxel of 0.001 m makes 1.6e+10 cubes") && Contains("give a voxel of"));
    CHECK_THROWS_WITH(
        CouplingScene(slab + ", voxel: 0.6 m"),
        Contains("only 1 m thick, less than two voxels of 0.6 m") && Contains("smaller voxel"));
    CHECK_THROWS_WITH(CouplingScene(slab + ", rotate: {axis: [0, 0, 0], angle: 1}"),
                      Contains("the axis has no length") && Contains("axis: [0, 0, 1]"));
    CHECK_THROWS_WITH(CouplingScene("type: kinematic_contact"), Contains("surface"));
}

TEST_CASE("coupling/kinematic_contact: a lifted block rests on it, held by its weight") {
    const testing::SmallRun run(
        "lift",
        "sinew: 1\ntime: {end: 0.4 s, step: 10 ms}\nscene:\n  - node: block\n"
        "    mesh: {type: box, size: [0.2, 0.2, 0.1], cells: [3, 3, 2], element: tet4}\n"
        "    material: {type: linear, young: 10 MPa, poisson: 0}\n"
        "    loads: [{type: gravity}]\n"
        "    couplings:\n      - type: kinematic_contact\n        stiffness: 300 kPa/m\n"
        "        friction: 0.5\n"
        "        surface: {type: box, size: [1, 1, 0.2], origin: [-0.4, -0.4, -0.2], cells: [2, 2, "
        "1], element: hex8}\n"
        "        displacement: {keyframes: [[0, [0, 0, 0]], [0.2, [0, 0, 0.1]]]}\n"
        "    solver: {type: implicit_euler, damping: {mass: 20}}\n"
        "    outputs: [{type: probe, at: [0.1, 0.1, 0]}]\n");
    REQUIRE(run.run() == 0);
    const double z = run.table("out/lift-block-probe.csv").back()[3];
    // Its lower face and the lower quarter of its walls: pressure k d carries 1000 kg/m^3 g.
    const double area = 0.04 + 4 * 0.2 * 0.025;
    CHECK(0.1 - z == Approx(1000 * 0.004 * 9.81 / (300e3 * area)).epsilon(0.03));
}
