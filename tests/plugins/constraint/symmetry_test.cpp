#include <catch2/catch.hpp>
#include <Eigen/Geometry>
#include <nlohmann/json.hpp>
#include <support/scene_body.hpp>
#include <support/small_run.hpp>

using namespace sinew;
using test::SceneBody;
using testing::SmallRun;

namespace {

const Eigen::AngleAxisd turn(50 * EIGEN_PI / 180, Eigen::Vector3d(1, 2, 3).normalized());
const std::string turned = "    transform: {rotate: {axis: [1, 2, 3], angle: 50 deg}}\n";
const std::string upright;

/// A block on the floor z = 0 that two planes cut into a quarter; body force in the node's frame.
std::string quarter(const std::string& transform, const std::string& solver) {
    return "sinew: 1\ntime: {end: 0.3 s, step: 0.1 s}\nscene:\n  - node: block\n" + transform +
           "    mesh: {type: box, size: [1, 1, 2], cells: [2, 2, 3], element: hex8}\n"
           "    material: {type: neo_hookean, young: 10 kPa, poisson: 0.3, density: 100}\n"
           "    constraints:\n"
           "      - {type: symmetry, where: {plane: {normal: [1, 0, 0], offset: 0}}, "
           "normal: [1, 0, 0], frame: node}\n"
           "      - {type: symmetry, where: {plane: {normal: [0, 1, 0], offset: 0}}, "
           "normal: [0, -3, 0], frame: node}\n"
           "      - {type: symmetry, where: {plane: {normal: [0, 0, 1], offset: 0}}, "
           "normal: [0, 0, 1], frame: node}\n"
           "    loads: [{type: body_force, force: [0, 0, -900], frame: node}]\n    solver: " +
           solver +
           "\n    outputs: [{type: probe, at: [1, 1, 2], "
           "quantities: [displacement, velocity]}, {type: probe, "
           "where: {plane: {normal: [0, 0, 1], offset: 0}}, quantities: [reaction], "
           "name: floor}, {type: checkpoint, every: 0.1 s}]\n";
}

Eigen::Vector3d vector_of(const std::vector<double>& row, std::size_t first) {
    return {row[first], row[first + 1], row[first + 2]};
}

}  // namespace

TEST_CASE("constraint/symmetry: a turned block moves as the upright one, by every solver") {
    for (const std::string solver :
         {"{type: static, newton: {tolerance: 1e-11}}",
          "{type: static, newton: {tolerance: 1e-11}, linear: {type: pcg, tolerance: 1e-12}}",
          "{type: implicit_newmark, newton: {tolerance: 1e-11}, damping: {stiffness: 0.01 s}}",
          "{type: implicit_euler, newton: {iterations: 2}}", "{type: central_difference}"}) {
        INFO(solver);
        const SmallRun straight("straight", quarter(upright, solver));
        const SmallRun skew("skew", quarter(turned, solver));
        REQUIRE(straight.run() == 0);
        REQUIRE(skew.run() == 0);
        const auto expected = straight.table("out/straight-block-probe.csv");
        const auto found = skew.table("out/skew-block-probe.csv");
        REQUIRE(expected.size() == found.size());
        REQUIRE(vector_of(expected.back(), 1).norm() > 0.01);
        for (std::size_t k = 0; k < found.size(); ++k)
            for (const std::size_t first : {1, 4}) {
                const Eigen::Vector3d there = turn * vector_of(expected[k], first);
                CHECK((vector_of(found[k], first) - there).norm() <= 1e-9 * (there.norm() + 0.01));
            }
        const Eigen::Vector3d floor = vector_of(straight.table("out/straight-floor.csv").back(), 1);
        const Eigen::Vector3d below = vector_of(skew.table("out/skew-floor.csv").back(), 1);
        CHECK((below - turn * floor).norm() <= 1e-7 * floor.norm());
    }
}

TEST_CASE("constraint/symmetry: beside another body, and in contact, a block moves as alone") {
    const auto block_among = [](const std::string& others, const std::string& couplings) {
        const SmallRun run(
            "among",
            "sinew: 1\ntime: {end: 0.3 s, step: 0.1 s}\nscene:\n  - node: all\n" + couplings +
                "    solver: {type: implicit_newmark, newton: {tolerance: 1e-10}}\n"
                "    children:\n" +
                others +
                "      - node: block\n        transform: {rotate: {axis: [1, 2, 3], angle: 50 "
                "deg}}\n"
                "        mesh: {type: box, size: [1, 1, 1], cells: [2, 2, 2], element: hex8}\n"
                "        material: {type: neo_hookean, young: 10 kPa, poisson: 0.3, density: 100}\n"
                "        initial: {velocity: [0.3, 0.2, -0.1]}\n"
                "        constraints: [{type: symmetry, where: {plane: {normal: [1, 0, 0], offset: "
                "0}}, normal: [1, 0, 0], frame: node}]\n"
                "        outputs: [{type: probe, at: [0, 0.5, 0.5], quantities: [displacement, "
                "velocity]}]\n");
        REQUIRE(run.run() == 0);
        return run.table("out/among-all-block-probe.csv");
    };
    const std::string far =
        "      - node: far\n        mesh: {type: box, size: [1, 1, 1], origin: [9, 9, 9], cells: "
        "[1, 1, 1]}\n        material: {type: neo_hookean, young: 10 kPa, poisson: 0.3, density: "
        "100}\n";
    const auto alone = block_among("", "");
    const Eigen::Vector3d normal = turn * Eigen::Vector3d::UnitX();
    REQUIRE(vector_of(alone.back(), 1).norm() > 0.02);
    CHECK(std::abs(normal.dot(vector_of(alone.back(), 1))) < 1e-14);
    for (const std::string coupling : {"", "    couplings: [{type: contact, self: true}]\n"}) {
        const auto found = block_among(far, coupling);
        REQUIRE(found.size() == alone.size());
        for (std::size_t k = 0; k < found.size(); ++k)
            for (std::size_t c = 1; c < found[k].size(); ++c)
                CHECK(found[k][c] == Approx(alone[k][c]).epsilon(1e-7).margin(1e-9));
    }
}

TEST_CASE("constraint/symmetry: the floor carries the weight along its normal") {
    const SmallRun run("weight", quarter(turned, "{type: static}"));
    REQUIRE(run.run() == 0);
    // 900 N/m^3 on 2 m^3; the planes at the sides add forces along their own normals.
    const Eigen::Vector3d floor = vector_of(run.table("out/weight-floor.csv").back(), 1);
    CHECK((turn * Eigen::Vector3d::UnitZ()).dot(floor) == Approx(1800).epsilon(1e-6));
}

TEST_CASE("constraint/symmetry: vibrations of a turned quarter are those of the upright one") {
    const auto frequencies = [](const std::string& transform, const std::string& more) {
        const SmallRun run("modes",
                           quarter(transform, "{type: modal, modes: 5, show: 0.05 s" + more + "}"));
        REQUIRE(run.run() == 0);
        std::vector<double> found;
        const auto report = nlohmann::json::parse(run.bytes("out/run.json"));
        for (const auto& mode : report["solvers"]["/block"]["modes"])
            found.push_back(mode["frequency"]);
        return found;
    };
    for (const std::string more : {"", ", mass: lumped", ", about: equilibrium",
                                   ", linear: {type: petsc, tolerance: 1e-13}"}) {
        INFO(more);
        const std::vector<double> expected = frequencies(upright, more);
        const std::vector<double> found = frequencies(turned, more);
        REQUIRE(found.size() == 5);
        for (std::size_t k = 0; k < 5; ++k) CHECK(found[k] == Approx(expected[k]).epsilon(1e-8));
    }
}

TEST_CASE("constraint/symmetry: a run goes on from a checkpoint bit by bit") {
    const SmallRun run("broken", quarter(turned, "{type: implicit_newmark}"));
    REQUIRE(run.run("whole") == 0);
    REQUIRE(run.run("rest", run / "whole/checkpoint-0002.h5") == 0);
    const auto whole = run.table("whole/broken-block-probe.csv");
    const auto rest = run.table("rest/broken-block-probe.csv");
    CHECK(whole.back() == rest.back());
}

TEST_CASE("constraint/symmetry: along an axis of the world it is constraint/fixed, bit by bit") {
    const std::string body =
        test::box_of("hex8") + "    initial: {displacement: [0.5, 0, 0.1]}\n    constraints: [";
    const std::string face = "where: {plane: {normal: [0, 1, 0], offset: 0}}";
    SceneBody mirrored(body + "{type: symmetry, normal: [0, -2, 0], " + face + "}]\n");
    SceneBody held(body + "{type: fixed, axes: [y], " + face + "}]\n");
    CHECK(mirrored.system().prescribed().frames.empty());
    CHECK(mirrored.system().prescribed().dofs == held.system().prescribed().dofs);
    CHECK(mirrored.system().prescribed().q == held.system().prescribed().q);
}

TEST_CASE("constraint/symmetry: beside other constraints of a node both hold") {
    const std::string edge = "where: {box: {min: [-1, -1, -1], max: [0.1, 0.1, 1]}}";  // 3 nodes
    SceneBody scene(test::box_of("hex8") + "    constraints:\n      - {type: symmetry, " + edge +
                    ", normal: [1, 1, 0]}\n      - {type: prescribed, axes: [x], " + edge +
                    ", displacement: [0.2, 0, 0]}\n");
    const Prescribed& prescribed = scene.system().prescribed();
    REQUIRE(prescribed.frames.size() == 3);
    REQUIRE(prescribed.dofs.size() == 6);
    Vector u = Vector::Zero(scene.system().size());
    u(prescribed.dofs) = prescribed.q;
    to_world_axes(prescribed.frames, u);
    for (const NodalFrame& frame : prescribed.frames)
        CHECK((u.segment<3>(frame.first) - Eigen::Vector3d(0.2, -0.2, 0)).norm() < 1e-15);
}

TEST_CASE("constraint/symmetry: beside a constraint that ends before it is refused at once") {
    CHECK_THROWS_WITH(
        SceneBody(test::box_of("hex8") +
                  "    constraints:\n"
                  "      - {type: symmetry, normal: [1, 1, 0], until: 0.5 s, "
                  "where: {box: {min: [-1, -1, -1], max: [0.1, 0.1, 1]}}}\n"
                  "      - {type: fixed, axes: [x], "
                  "where: {plane: {normal: [1, 0, 0], offset: 0}}}\n"),
        Catch::Contains("are not at right angles, and do not begin and end together"));
    // The oblique one first finds its direction among the axes whenever it acts alone.
    CHECK_NOTHROW(SceneBody(test::box_of("hex8") +
                            "    constraints:\n"
                            "      - {type: symmetry, normal: [1, 1, 0], "
                            "where: {box: {min: [-1, -1, -1], max: [0.1, 0.1, 1]}}}\n"
                            "      - {type: fixed, axes: [x], until: 0.5 s, "
                            "where: {plane: {normal: [1, 0, 0], offset: 0}}}\n"));
}

TEST_CASE("constraint/symmetry: nodes that a plane of rounded digits misses are reported") {
    const std::string wedge = test::box_of("hex8") +
                              "    constraints: [{type: symmetry, normal: [1, 0.00002, 0], "
                              "where: {plane: {normal: [1, 0.00002, 0], offset: 0}}}]\n";
    SceneBody scene(wedge);
    REQUIRE(scene.warnings().size() == 1);
    CHECK_THAT(
        scene.warnings()[0].message,
        Catch::Contains("9 nodes lie beside the plane of constraint/symmetry by at most 4e-05"));
}

TEST_CASE("constraint/symmetry: what it cannot hold is refused where it is written") {
    const auto message = [](const std::string& constraint) {
        try {
            SceneBody(test::box_of("hex8") + "    constraints: [" + constraint + "]\n");
        } catch (const InputError& error) {
            return error.diagnostics().front().message;
        }
        return std::string();
    };
    CHECK_THAT(message("{type: symmetry, where: all, normal: [1, 1, 0]}"),
               Catch::Contains("lie in no plane of that normal"));
    CHECK_THAT(message("{type: symmetry, where: {plane: {normal: [1, 0, 0], offset: 0}}, "
                       "normal: [0, 0, 0]}"),
               Catch::Contains("has no length"));
}
