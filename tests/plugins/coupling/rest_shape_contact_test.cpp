#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <support/small_run.hpp>

#include "coupling_scene.hpp"
#include "fingers.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

namespace {

/// The fingers in a Vega file, in units of 1 cm.
std::string fingers_veg() {
    const VolumeMesh mesh = fingers();
    std::string text = "*VERTICES\n" + std::to_string(mesh.n_nodes()) + " 3 0 0\n";
    for (Index i = 0; i < mesh.n_nodes(); ++i)
        text += fmt::format("{} {} {} {}\n", i + 1, mesh.positions(0, i), mesh.positions(1, i),
                            mesh.positions(2, i));
    text += "*ELEMENTS\nTET\n" + std::to_string(mesh.n_elements()) + " 4 0\n";
    for (Index e = 0; e < mesh.n_elements(); ++e)
        text +=
            fmt::format("{} {} {} {} {}\n", e + 1, mesh.elements(0, e) + 1, mesh.elements(1, e) + 1,
                        mesh.elements(2, e) + 1, mesh.elements(3, e) + 1);
    return text;
}

/// Fingers whose tips are pulled towards each other.
class Pinch : public testing::SmallRun {
public:
    explicit Pinch(const std::string& solver, const std::string& more = "",
                   const std::string& couplings = "rest_shape_contact, stiffness: 10 MPa/m")
        : SmallRun(
              "pinch",
              "sinew: 1\ntime: {end: 1 s, step: 0.25 s}\nscene:\n  - node: hand\n"
              "    mesh: {type: vega, file: fingers.veg, unit: cm}\n"
              "    material: {type: stable_neo_hookean, young: 100 kPa, poisson: 0.4}\n"
              "    constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n"
              "    loads:\n"
              "      - {type: point, where: {box: {min: [-1, -1, 0.0899], max: [0.0201, 1, 1]}}, "
              "force: {expr: [\"0.6*t\", \"0\", \"0\"]}}\n"
              "      - {type: point, where: {box: {min: [0.0299, -1, 0.075], max: [1, 1, 1]}}, "
              "force: {expr: [\"-0.6*t\", \"0\", \"0\"]}}\n"
              "    couplings: [{type: " +
                  couplings + more + "}]\n    solver: {type: " + solver +
                  "}\n    outputs:\n"
                  "      - {type: probe, name: left, at: [0.02, 0.01, 0.0751]}\n"
                  "      - {type: probe, name: right, at: [0.03, 0.01, 0.0751]}\n"
                  "      - {type: probe, name: base, where: {plane: {normal: [0, 0, 1], offset: "
                  "0}}, quantities: [reaction]}\n") {
        std::ofstream(*this / "fingers.veg") << fingers_veg();
    }

    /// How far the tips are in each other at the end, in edges of 1 cm.
    double depth_of_tips() const {
        const double left = table("out/pinch-left.csv").back()[1];
        const double right = table("out/pinch-right.csv").back()[1];
        return (left - right - 0.01) / 0.01;
    }
    nlohmann::json solver() const {
        return nlohmann::json::parse(bytes("out/run.json")).at("solvers").front();
    }
};

}  // namespace

TEST_CASE("coupling/rest_shape_contact: fingers pressed together stop each other") {
    // Springs to points that stay let vertices slide to theirs over many iterations.
    double residual = 1;
    for (const std::string iterations : {"12", "60"}) {
        CAPTURE(iterations);
        const Pinch run("static, newton: {iterations: " + iterations + "}");
        REQUIRE(run.run() == 0);
        CHECK(run.depth_of_tips() > 0);
        CHECK(run.depth_of_tips() < 0.1);
        const nlohmann::json solver = run.solver();
        const double now = solver.at("newton").at("relative_residual").get<double>();
        CHECK(now < 0.2 * residual);
        residual = now;
        const nlohmann::json contact = solver.at("couplings").at(0);
        CHECK(contact.at("pairs") > 0);
        CHECK(contact.at("deepest").get<double>() > 1e-5);
        CHECK(contact.at("deepest").get<double>() < 1e-3);
    }
    CHECK(residual < 0.01);
}

TEST_CASE("coupling/rest_shape_contact: without it the fingers pass through each other") {
    const Pinch run("static, newton: {iterations: 12}", ", until: 0.1 s");
    REQUIRE(run.run() == 0);
    CHECK(run.depth_of_tips() > 1);
}

TEST_CASE("coupling/rest_shape_contact: where it is shallow it ends near the barrier's end") {
    // Depth of one and gap of the other, both far below an edge, part them.
    const Pinch springs("static, newton: {iterations: 20}");
    const Pinch barrier("static", ", thickness: 0.2 mm", "contact");
    REQUIRE(springs.run() == 0);
    REQUIRE(barrier.run() == 0);
    CHECK(springs.depth_of_tips() - barrier.depth_of_tips() > 0);
    CHECK(springs.depth_of_tips() - barrier.depth_of_tips() < 0.1);
}

TEST_CASE("coupling/rest_shape_contact: a first touch of two blocks ends by its count") {
    const testing::SmallRun run(
        "blocks",
        "sinew: 1\ntime: {end: 1 s, step: 0.5 s}\nscene:\n  - node: world\n"
        "    couplings: [{type: rest_shape_contact, stiffness: 100 MPa/m}]\n"
        "    solver: {type: static, newton: {iterations: 8}}\n    children:\n"
        "      - node: lower\n"
        "        mesh: {type: box, size: [0.2, 0.2, 0.1], cells: [4, 4, 2], element: tet4}\n"
        "        material: {type: stable_neo_hookean, young: 10 kPa, poisson: 0.4}\n"
        "        constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n"
        "      - node: upper\n        transform: {translate: [0.05, 0.05, 0.101]}\n"
        "        mesh: {type: box, size: [0.1, 0.1, 0.1], cells: [3, 3, 3], element: tet4}\n"
        "        material: {type: stable_neo_hookean, young: 10 kPa, poisson: 0.4}\n"
        "        constraints: [{type: prescribed, where: {plane: {normal: [0, 0, 1], offset: "
        "0.1}}, displacement: {expr: [\"0\", \"0\", \"-0.01*t\"]}}]\n");
    REQUIRE(run.run() == 0);
    const auto solver = nlohmann::json::parse(run.bytes("out/run.json")).at("solvers").front();
    CHECK(solver.at("steps") == 2);
    CHECK(solver.at("cutbacks") == 0);
    CHECK(solver.at("newton").at("iterations") <= 3 * 8);
    CHECK(solver.at("newton").at("relative_residual").get<double>() >= 0);
}

TEST_CASE("coupling/rest_shape_contact: steps that are solved to their end are refused") {
    const Pinch run("static");
    CHECK(run.run() == 2);
    CHECK_THAT(run.bytes("out/run.json"),
               Contains("coupling/rest_shape_contact of /hand has forces that may have no "
                        "equilibrium") &&
                   Contains("write newton: {iterations: 8} in the solver"));
    const Pinch explicit_steps("central_difference");
    CHECK(explicit_steps.run() == 2);
    CHECK_THAT(explicit_steps.bytes("out/run.json"), Contains("coupling/rest_shape_contact"));
}

TEST_CASE("coupling/rest_shape_contact: what it cannot search is refused") {
    CHECK_THROWS_WITH(CouplingScene("type: rest_shape_contact"),
                      Contains("/cube has hex8 elements") && Contains("take coupling/contact"));
    CHECK_THROWS_WITH(
        CouplingScene("type: rest_shape_contact, stiffness: 1, node_stiffness: 1", "", "tet4"),
        Contains("both stiffness and node_stiffness are given"));
    CHECK_THROWS_WITH(
        CouplingScene("type: rest_shape_contact, voxel: 1 mm", "", "tet4"),
        Contains("a voxel of 0.001 m makes 1e+09 voxels in /cube") && Contains("give a voxel of"));
    // The cube's skin has edges of 0.5 m, and diagonals: 0.569 m in the mean.
    CHECK_THROWS_WITH(CouplingScene("type: rest_shape_contact, voxel: 0.6 m", "", "tet4"),
                      Contains("a voxel of 0.6 m is more than the mean edge") &&
                          Contains("/cube, 0.569 m") && Contains("and 0.28 m, or none"));
    const CouplingScene coarse("type: rest_shape_contact, voxel: 0.4 m", "", "tet4");
    REQUIRE(coarse.warnings().size() == 1);
    CHECK_THAT(coarse.warnings()[0].message, Contains("0.4 m is more than half of the mean edge"));
    CHECK_THROWS_WITH(
        CouplingScene(
            "type: rest_shape_contact, voxel: 0.2, obstacles: [{surface: {mesh: {type: "
            "isosurface, edge: 0.02, shape: {box: {min: [0, 0, 2], max: [1, 1, 2.1]}}}}}]",
            "", "tet4"),
        Contains("less than two voxels of 0.2 m"));
}
