// Every pose of a rig as a rest shape, through the plugins.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <sstream>
#include <support/scene_body.hpp>
#include <support/small_run.hpp>

using namespace sinew;
using namespace sinew::test;

namespace {

/// A bar whose middle is held by a rig; `bar`: further lines of its node.
std::string bar(const std::string& rig, const std::string& more) {
    return "    rig: {" + rig +
           "}\n    mesh: {type: box, size: [1, 0.2, 0.2], origin: [-0.5, -0.1, -0.1], cells: [8, "
           "2, 2], element: tet4}\n    material: {type: stvk, young: 20 kPa, poisson: 0.3}\n" +
           more;
}

const std::string bend = "type: bend, from: -0.3, to: 0.3, angle: {expr: \"2*t\"}";
const std::string posed = "    formulation: {type: posed}\n";
const std::string held =
    "    constraints: [{type: fixed, where: {box: {min: [-0.2, -1, -1], max: [0.2, 1, 1]}}}]\n";

std::string run_of(const std::string& node, const std::string& solver) {
    return "sinew: 1\ntime: {end: 1 s, step: 0.1 s}\nscene:\n  - node: bar\n" + node +
           "    solver: {" + solver +
           "}\n    outputs: [{type: probe, at: [[0.5, 0, 0], [-0.5, 0.1, 0.1]]}, {type: "
           "checkpoint, every: 0.4 s}]\n";
}

std::string mistake_of(const std::string& node) {
    try {
        SceneBody scene(node);
    } catch (const InputError& error) {
        return error.diagnostics().front().message;
    }
    return "";
}

/// Where the bar's rig takes a point of the rest.
Eigen::Vector3d bent(const Eigen::Vector3d& X, double angle) {
    const double s = std::clamp(X.x(), -0.3, 0.3), turn = angle * s / 0.6;
    const double chord = turn == 0 ? s : s * std::sin(turn / 2) / (turn / 2);
    const Eigen::Vector3d along(std::cos(turn), 0, std::sin(turn)),
        up(-std::sin(turn), 0, std::cos(turn));
    return Eigen::Vector3d(chord * std::cos(turn / 2), X.y(), chord * std::sin(turn / 2)) +
           (X.x() - s) * along + X.z() * up;
}

/// The points of an OBJ file.
Points obj_points(const std::string& text) {
    std::istringstream lines(text);
    std::vector<Eigen::Vector3d> points;
    std::string word;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream cells(line);
        Eigen::Vector3d x;
        if (cells >> word && word == "v" && cells >> x.x() >> x.y() >> x.z()) points.push_back(x);
    }
    Points all(3, Index(points.size()));
    for (std::size_t i = 0; i < points.size(); ++i) all.col(Index(i)) = points[i];
    return all;
}

double largest_difference(const testing::SmallRun& a, const testing::SmallRun& b) {
    const auto x = a.table("out/scene-bar-probe.csv"), y = b.table("out/scene-bar-probe.csv");
    REQUIRE(x.size() == y.size());
    double most = 0;
    for (std::size_t row = 0; row < x.size(); ++row)
        for (std::size_t k = 0; k < x[row].size(); ++k)
            most = std::max(most, std::abs(x[row][k] - y[row][k]));
    return most;
}

}  // namespace

TEST_CASE("posed: the shape that the rig makes is free of stress") {
    SceneBody scene(bar(bend, held + posed));
    BodySystem& system = scene.system();
    system.move_to(0.7);
    const Points Phi = system.rest_positions();
    CHECK((Phi - scene.body().mesh.positions).norm() > 0.1);
    const Vector q = (Phi - scene.body().mesh.positions).reshaped();
    Forces forces;
    system.forces(q, 0 * q, forces);
    CHECK(forces.internal.norm() < 1e-12 * system.force_scale());
    // Its surface is where the rig takes it: the skin's nodes are points of the surface.
    const Eigen::Index tip = scene.body().skin.nodes.back();
    const Eigen::Vector3d X = scene.body().mesh.positions.col(tip);
    CHECK((Phi.col(tip) - bent(X, 1.4)).norm() < 1e-14);
}

TEST_CASE("posed: a surface that the body carries is where the rig takes it, and what is added") {
    const std::string shape =
        "    visual: {mesh: {type: isosurface, edge: 0.06, shape: {capsule: "
        "{from: [-0.4, 0, 0], to: [0.4, 0, 0], radius: 0.08}}}}\n";
    const std::string frames = "    outputs: [{type: obj, surface: visual}]\n";
    const auto scene = [&](const std::string& loads) {
        return "sinew: 1\ntime: {end: 0.5 s, step: 0.5 s}\nscene:\n  - node: bar\n" +
               bar(bend, shape + held + posed + loads) + frames + "    solver: {type: static}\n";
    };
    const testing::SmallRun still("scene", scene("")),
        heavy("scene", scene("    loads: [{type: gravity}]\n"));
    REQUIRE(still.run() == 0);
    REQUIRE(heavy.run() == 0);
    const Points X = obj_points(still.bytes("out/scene-bar_0000.obj")),
                 x = obj_points(still.bytes("out/scene-bar_0001.obj")),
                 loaded = obj_points(heavy.bytes("out/scene-bar_0001.obj"));
    REQUIRE(X.cols() > 100);
    for (Index i = 0; i < X.cols(); ++i) CHECK((x.col(i) - bent(X.col(i), 1)).norm() < 1e-9);
    // Both ends hang.
    CHECK((loaded - x).row(2).minCoeff() < -0.005);
    CHECK((loaded - x).row(2).maxCoeff() < 0.005);
}

TEST_CASE("posed: on a rig at rest it is the plain body") {
    const std::string still = "type: bend, from: -0.3, to: 0.3, angle: 0";
    const std::string loads = held + "    loads: [{type: gravity}]\n";
    const testing::SmallRun plain("scene", run_of(bar(still, loads), "type: implicit_newmark"));
    const testing::SmallRun on_rig("scene",
                                   run_of(bar(still, loads + posed), "type: implicit_newmark"));
    REQUIRE(plain.run() == 0);
    REQUIRE(on_rig.run() == 0);
    CHECK(largest_difference(plain, on_rig) < 1e-12);
}

TEST_CASE("posed: a run goes on from a checkpoint bit by bit") {
    const testing::SmallRun run(
        "scene",
        run_of(bar(bend, held + posed), "type: implicit_euler, damping: {stiffness: 0.01}"));
    REQUIRE(run.run() == 0);
    REQUIRE(run.run("again", run / "out/checkpoint-0004.h5") == 0);
    const auto whole = run.table("out/scene-bar-probe.csv"),
               rest = run.table("again/scene-bar-probe.csv");
    REQUIRE(rest.size() > 4);
    for (std::size_t k = 1; k <= 4; ++k) CHECK(whole[whole.size() - k] == rest[rest.size() - k]);
}

namespace {

/// A bar whose end is loaded, which is softer or stiffer in a bent pose; `material` and `pose` say
/// what it is made of.
std::string loaded_bar(const std::string& material, const std::string& pose,
                       const std::string& angle = "{expr: \"2*t\"}") {
    std::string node = bar("type: bend, from: -0.3, to: 0.3, angle: " + angle,
                           held +
                               "    loads: [{type: gravity}]\n    formulation: {type: posed, "
                               "poses: [{parameters: [1.4], " +
                               pose + "}]}\n");
    const std::string written = "young: 20 kPa, poisson: 0.3";
    node.replace(node.find(written), written.size(), material);
    return node;
}

}  // namespace

TEST_CASE("posed: moduli that are the same at all poses are those of the material") {
    const std::string solver = "type: implicit_euler, newton: {tolerance: 1e-11}";
    const std::string soft = "young: 20 kPa, poisson: 0.3";
    const testing::SmallRun plain("scene", run_of(loaded_bar(soft, ""), solver));
    const testing::SmallRun alike("scene", run_of(loaded_bar(soft, soft), solver));
    const testing::SmallRun other("scene", run_of(loaded_bar(soft, "young: 60 kPa"), solver));
    REQUIRE(plain.run() == 0);
    REQUIRE(alike.run() == 0);
    REQUIRE(other.run() == 0);
    CHECK(largest_difference(plain, alike) < 1e-9);
    CHECK(largest_difference(plain, other) > 1e-3);
}

TEST_CASE("posed: in a pose the body has the moduli of the pose") {
    // With the same Poisson's ratio the elements fit the pose alike, whatever Young's modulus is.
    const std::string there = "young: {default: 60 kPa, regions: {}}, poisson: 0.3";
    const std::string type = GENERATE("stvk", "neo_hookean", "corotational", "stable_neo_hookean");
    CAPTURE(type);
    const auto internal_forces = [&](const std::string& material, const std::string& pose,
                                     double t) {
        std::string node = loaded_bar(material, pose);
        node.replace(node.find("stvk"), 4, type);
        SceneBody scene(node);
        BodySystem& system = scene.system();
        system.move_to(t);
        std::srand(4);
        const Vector q = (system.rest_positions() - scene.body().mesh.positions).reshaped() +
                         1e-3 * Vector::Random(system.size());
        Forces forces;
        system.forces(q, 0 * q, forces);
        return forces.internal;
    };
    const std::string soft = "young: 20 kPa, poisson: 0.3";
    const Vector f = internal_forces(soft, there, 0.7), stiff = internal_forces(there, "", 0.7);
    CHECK((f - stiff).norm() < 1e-7 * f.norm());
    const Vector neutral = internal_forces(soft, there, 0), plain = internal_forces(soft, "", 0);
    CHECK((neutral - plain).norm() < 1e-10 * plain.norm());
    const std::string wide = "young: 60 kPa, poisson: 0.45";
    CHECK((f - internal_forces(soft, wide, 0.7)).norm() > 0.05 * f.norm());
    CHECK((internal_forces(soft, there, 0.35) - internal_forces(soft, "", 0.35)).norm() >
          0.1 * internal_forces(soft, "", 0.35).norm());
}

TEST_CASE("posed: a run with moduli of poses goes on from a checkpoint bit by bit") {
    const testing::SmallRun run(
        "scene", run_of(loaded_bar("young: 20 kPa, poisson: 0.3",
                                   "young: 90 kPa, paint: [{where: {box: {min: [0, -1, -1], max: "
                                   "[1, 1, 1]}}, poisson: 0.45}]"),
                        "type: implicit_euler, damping: {stiffness: 0.01}"));
    REQUIRE(run.run() == 0);
    REQUIRE(run.run("again", run / "out/checkpoint-0004.h5") == 0);
    const auto whole = run.table("out/scene-bar-probe.csv"),
               rest = run.table("again/scene-bar-probe.csv");
    REQUIRE(rest.size() > 4);
    for (std::size_t k = 1; k <= 4; ++k) CHECK(whole[whole.size() - k] == rest[rest.size() - k]);
}

TEST_CASE("posed: at its poses the elements are less strained than what Shepard's weights give") {
    const std::string fits = "    formulation: {type: posed, poses: [{parameters: [1.4]}]}\n";
    SceneBody plain(bar(bend, held)), shepard(bar(bend, held + posed)),
        fitted(bar(bend, held + fits));
    const Points X = plain.body().mesh.positions;
    const auto energy = [&](SceneBody& posed_body, double t) {
        posed_body.system().move_to(t);
        const Vector u = (posed_body.system().rest_positions() - X).reshaped();
        return plain.system().stored_energies(u, 0 * u).elastic;
    };
    CHECK(energy(fitted, 0) == 0);
    CHECK(energy(fitted, 0.7) < 0.95 * energy(shepard, 0.7));
    CHECK(energy(fitted, 0.35) < energy(shepard, 0.35));  // between poses, too
    // The skin is where the rig takes it, but for the fit's own error.
    fitted.system().move_to(0.7);
    const Points Phi = fitted.system().rest_positions();
    for (const int node : plain.body().skin.nodes)
        CHECK((Phi.col(node) - bent(X.col(node), 1.4)).norm() < 2e-3);
}

TEST_CASE("posed: what does not fit is reported") {
    const auto of_poses = [](const std::string& poses) {
        return mistake_of(bar(bend, "    formulation: {type: posed, poses: [" + poses + "]}\n"));
    };
    CHECK(of_poses("{parameters: [0]}") == "this pose is the neutral one, which is there always");
    CHECK(of_poses("{parameters: [1]}, {time: 0.5 s}") ==
          "this pose is the same as number 1 of the list");
    CHECK(of_poses("{parameters: [1, 2]}") == "the pose has 2 parameters, and rig/bend has 1");
    CHECK(of_poses("{}") ==
          "a pose needs the `time` at which the rig takes it, or its `parameters`");
    CHECK(mistake_of(bar(bend, "    formulation: {type: posed, gamma: 1}\n")) ==
          "`gamma` without `poses`");
    CHECK(mistake_of(bar(bend, "    formulation: {type: posed, blend: linear}\n")) ==
          "`blend` mixes the motions of bones, and rig/bend has none");
    CHECK(mistake_of(bar(bend, posed + "    constraints: [{type: symmetry, where: {box: {min: "
                                       "[-1, -1, -1], max: [1, -0.09, 1]}}, normal: [0, 1, "
                                       "0]}]\n")) ==
          "constraint/symmetry holds nodes of /body in some directions alone, and its rig turns "
          "them");
    const std::string moved = "type: bend, from: -0.3, to: 0.3, angle: 0.5";
    CHECK(mistake_of(bar(moved, posed + "    couplings: [{type: contact}]\n"))
              .starts_with("the rig has moved /body at the start of the run already"));
    CHECK(mistake_of("    mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1], element: tet4}\n"
                     "    material: {type: stvk, young: 1 kPa, poisson: 0.3}\n" +
                     posed) ==
          "formulation/posed needs a rig, and neither /body nor a node above has one");
    CHECK(mistake_of(bar("type: skeleton, joints: [{name: a, at: [0, 0, 0], tail: [1, 0, 0]}]",
                         posed)) == "formulation/posed needs weights, and /body has none");
    CHECK(mistake_of(bar(bend, posed + "    constraints: [{type: attach}]\n"))
              .starts_with("constraint/attach needs a rig with bones, and rig/bend of /body has "
                           "none"));
}

TEST_CASE("posed: a probe tells what the body adds to the rig's motion") {
    std::string text = run_of(bar(bend, held + posed), "type: static");
    const std::string at = "{type: probe, at: [[0.5, 0, 0], [-0.5, 0.1, 0.1]]}";
    text.replace(
        text.find(at), at.size(),
        "{type: probe, nodes: [0, 8], quantities: [displacement, secondary]}, {type: "
        "probe, name: region, where: {plane: {normal: [1, 0, 0], offset: 0.5}}, quantities: "
        "[secondary]}");
    const testing::SmallRun run("scene", text);
    REQUIRE(run.run() == 0);
    const std::vector<double> last = run.table("out/scene-bar-probe.csv").back();
    REQUIRE(last.size() == 13);
    for (const std::size_t k : {1, 7}) CHECK(std::abs(last[k]) > 0.05);
    for (const std::size_t k : {4, 5, 6, 10, 11, 12}) CHECK(std::abs(last[k]) < 1e-9);
    const std::vector<double> region = run.table("out/scene-region.csv").back();
    for (const double value : region)
        if (value != last[0]) CHECK(std::abs(value) < 1e-9);
}
