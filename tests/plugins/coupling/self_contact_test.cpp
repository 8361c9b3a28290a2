#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <support/small_run.hpp>

#include "coupling_scene.hpp"
#include "self_contact/fingers.hpp"

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

/// Fingers whose tips are pulled towards each other; `more` are further lines of the node, ended.
std::string pinch(const std::string& material, const std::string& more,
                  const std::string& coupling) {
    return "sinew: 1\ntime: {end: 1 s, step: 0.25 s}\nscene:\n  - node: hand\n"
           "    mesh: {type: vega, file: fingers.veg, unit: cm}\n    material: " +
           material +
           "\n    constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n"
           "    loads:\n"
           "      - {type: point, where: {box: {min: [-1, -1, 0.0899], max: [0.0201, 1, 1]}}, "
           "force: {expr: [\"0.6*t\", \"0\", \"0\"]}}\n"
           "      - {type: point, where: {box: {min: [0.0299, -1, 0.075], max: [1, 1, 1]}}, "
           "force: {expr: [\"-0.6*t\", \"0\", \"0\"]}}\n"
           "    couplings: [{type: self_contact, stiffness: 20 MPa/m" +
           coupling + "}]\n" + more +
           "    outputs:\n      - {type: energy}\n"
           "      - {type: probe, name: left, at: [0.02, 0.01, 0.0751]}\n"
           "      - {type: probe, name: right, at: [0.03, 0.01, 0.0751]}\n"
           "      - {type: probe, name: base, where: {plane: {normal: [0, 0, 1], offset: 0}}, "
           "quantities: [reaction]}\n";
}

class Pinch : public testing::SmallRun {
public:
    Pinch(const std::string& material, const std::string& more, const std::string& coupling = "")
        : SmallRun("pinch", pinch(material, more, coupling)) {
        std::ofstream(*this / "fingers.veg") << fingers_veg();
    }
};

const std::string flesh = "{type: stable_neo_hookean, young: 100 kPa, poisson: 0.4}";

/// How far the tips are in each other at the end, in edges of 1 cm.
double depth_of_tips(const testing::SmallRun& run) {
    const double left = run.table("out/pinch-left.csv").back()[1];
    const double right = run.table("out/pinch-right.csv").back()[1];
    return (left - right - 0.01) / 0.01;
}

/// The only solver's part of run.json,
nlohmann::json solver_of(const testing::SmallRun& run) {
    return nlohmann::json::parse(run.bytes("out/run.json")).at("solvers").front();
}

/// and the contact's.
nlohmann::json report_of(const testing::SmallRun& run) {
    return solver_of(run).at("bodies").at("coupling/self_contact").at(0);
}

}  // namespace

TEST_CASE("coupling/self_contact: fingers pressed together stop each other, for every solver") {
    for (const std::string solver :
         {"    solver: {type: static, newton: {tolerance: 1e-4}}\n",
          "    solver: {type: implicit_euler, damping: {mass: 20}}\n",
          "    solver: {type: implicit_newmark, damping: {mass: 20}}\n",
          "    solver: {type: static, newton: {tolerance: 1e-4}, linear: {type: "
          "pcg}}\n"}) {
        CAPTURE(solver);
        const Pinch run(flesh, solver);
        REQUIRE(run.run() == 0);
        CHECK(depth_of_tips(run) > 0);
        CHECK(depth_of_tips(run) < 0.1);
        // Nothing but the base holds what loads and contact leave over: nothing.
        const auto reaction = run.table("out/pinch-base.csv").back();
        for (int axis = 1; axis <= 3; ++axis)
            if (solver.find("static") != std::string::npos)
                CHECK(std::abs(reaction[std::size_t(axis)]) < 1e-3);
    }
}

TEST_CASE("coupling/self_contact: without it the fingers pass through each other") {
    const Pinch run(flesh, "    solver: {type: static}\n", ", until: 0.1 s");
    REQUIRE(run.run() == 0);
    CHECK(depth_of_tips(run) > 1);
}

TEST_CASE("coupling/self_contact: it serves the mixed formulation") {
    const std::string rig =
        "    rig: {type: skeleton, joints: [{name: root, at: [0, 0, 0], tail: [0, 0, 1 cm]}]}\n"
        "    weights: {type: closest_bone}\n    formulation: {type: mixed}\n"
        "    solver: {type: static}\n";
    const Pinch run("{type: corotational, young: 100 kPa, poisson: 0.4}", rig);
    REQUIRE(run.run() == 0);
    CHECK(depth_of_tips(run) > 0);
    CHECK(depth_of_tips(run) < 0.1);
}

TEST_CASE("coupling/self_contact: a run goes on from a checkpoint bit by bit") {
    const std::string solver = "    solver: {type: implicit_euler}\n";
    Pinch run(flesh, solver);
    const std::string checkpoint = "      - {type: checkpoint, every: 0.5 s}\n";
    std::ofstream(run / "pinch.yaml", std::ios::app) << checkpoint;
    REQUIRE(run.run() == 0);
    std::filesystem::path half;
    for (const auto& entry : std::filesystem::directory_iterator(run / "out"))
        if (entry.path().extension() == ".h5" && (half.empty() || entry.path() < half))
            half = entry.path();
    REQUIRE_FALSE(half.empty());
    REQUIRE(run.run("again", half) == 0);
    CHECK(run.table("again/pinch-left.csv").back() == run.table("out/pinch-left.csv").back());
}

TEST_CASE("coupling/self_contact: blocks that meet keep momentum and energy, and part again") {
    const std::string block =
        "        mesh: {type: box, size: [0.2, 0.1, 0.1], cells: [4, 2, 2], element: tet4}\n"
        "        material: {type: stable_neo_hookean, young: 1 MPa, poisson: 0.3}\n";
    for (const std::string solver : {"implicit_euler", "implicit_newmark"}) {
        CAPTURE(solver);
        const testing::SmallRun run(
            "pair",
            "sinew: 1\ntime: {end: 0.06 s, step: 1 ms}\nscene:\n  - node: world\n"
            "    couplings: [{type: self_contact, stiffness: 50 MPa/m}]\n    solver: {type: " +
                solver +
                ", newton: {tolerance: 1e-9}}\n    outputs: [{type: energy}]\n    children:\n"
                "      - node: first\n" +
                block + "        initial: {velocity: [1, 0, 0]}\n      - node: second\n" + block +
                "        transform: {translate: [0.21, 0.013, -0.021]}\n");
        REQUIRE(run.run() == 0);
        enum Column { time, kinetic, elastic, external, coupling, total, p_x, p_y, p_z };
        const auto rows = run.table("out/pair-world-energy.csv");
        double most = 0;
        for (std::size_t k = 1; k < rows.size(); ++k) {
            for (const Column p : {p_x, p_y, p_z})
                CHECK(rows[k][p] == Approx(rows[0][p]).margin(1e-7 * rows[0][p_x]));
            most = std::max(most, rows[k][coupling]);
        }
        CHECK(most > 0.01 * rows[0][total]);
        CHECK(rows.back()[coupling] == 0);
        // Places that move along with the skin bring in one per cent; implicit Euler takes out a
        // third.
        const double left = rows.back()[total] / rows[0][total];
        CHECK(left > (solver == "implicit_euler" ? 0.6 : 0.99));
        CHECK(left < (solver == "implicit_euler" ? 1 : 1.02));
    }
}

TEST_CASE("coupling/self_contact: a block that lies still on another stays still") {
    const std::string block =
        "        material: {type: stable_neo_hookean, young: 200 kPa, poisson: 0.4}\n"
        "        loads: [{type: gravity}]\n";
    const testing::SmallRun run(
        "stack",
        "sinew: 1\ntime: {end: 3 s, step: 10 ms}\nscene:\n  - node: world\n"
        "    couplings: [{type: self_contact, stiffness: 2 MPa/m}]\n"
        "    solver: {type: implicit_euler}\n    outputs: [{type: energy}]\n"
        "    children:\n      - node: lower\n"
        "        mesh: {type: box, size: [0.2, 0.2, 0.1], cells: [4, 4, 2], element: tet4}\n"
        "        constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n" +
            block +
            "      - node: upper\n"
            "        mesh: {type: box, size: [0.1, 0.1, 0.1], cells: [3, 3, 3], element: tet4}\n"
            "        transform: {translate: [0.048, 0.052, 0.1]}\n" +
            block);
    REQUIRE(run.run() == 0);
    enum Column { time, kinetic, elastic, external, coupling, total };
    const auto rows = run.table("out/stack-world-energy.csv");
    // It falls by less than a millimetre, settles, and then neither creeps nor shakes.
    const std::size_t n = rows.size();
    CHECK(rows.back()[kinetic] < 1e-7);
    for (std::size_t k = 2 * n / 3; k + 1 < n; ++k) {
        CHECK(rows[k + 1][total] <= rows[k][total] + 1e-7);
        CHECK(rows[k + 1][kinetic] < 1e-6);
    }
}

TEST_CASE("coupling/self_contact: bodies that it cannot search are refused") {
    CHECK_THROWS_WITH(CouplingScene("type: self_contact"), Contains("/cube has hex8 elements") &&
                                                               Contains("tet4") &&
                                                               Contains("contact_bodies"));
    CHECK_THROWS_WITH(CouplingScene("type: self_contact", "", "tet10"),
                      Contains("/cube has tet10 elements"));
    CHECK_THROWS_WITH(CouplingScene("type: self_contact, rings: 4", "", "tet4"),
                      Contains("/cube cannot touch itself") && Contains("are 4 edges apart") &&
                          Contains("finer mesh"));
    CHECK_THROWS_WITH(
        CouplingScene("type: self_contact, way_out: rest_shape, anisotropy: 2", "", "tet4"),
        Contains("anisotropy is 2"));
    CHECK_THROWS_WITH(
        CouplingScene("type: self_contact, stiffness: 1 MPa/m, node_stiffness: 10 N/m", "", "tet4"),
        Contains("both stiffness and node_stiffness are given") && Contains("give one of the two"));
    CHECK_NOTHROW(CouplingScene("type: self_contact", "", "tet4"));
}

TEST_CASE("coupling/self_contact: a coarse, sharp fold ends in one state, whatever its steps") {
    // 110 degrees in elements a sixth as thick as the arm turn some of them inside out in the
    // crease; a node in those is not to be drawn through the arm.
    std::vector<std::vector<double>> ends;
    for (const std::string step : {"1/10", "1/20", "1/40"}) {
        CAPTURE(step);
        const testing::SmallRun run(
            "fold",
            "sinew: 1\ntime: {end: 1 s, step: " + step +
                " s}\nscene:\n  - node: arm\n"
                "    solver: {type: static, newton: {tolerance: 1e-6}, linear: {type: pcg, "
                "preconditioner: own}}\n"
                "    couplings: [{type: self_contact, stiffness: 10 MPa/m}]\n"
                "    rig:\n      type: skeleton\n      joints:\n"
                "        - {name: upper, at: [0, 0, 0], radius: 4 cm}\n"
                "        - name: lower\n          parent: upper\n          at: [0.5, 0, 0]\n"
                "          tail: [1, 0, 0]\n          radius: 4 cm\n"
                "          keyframes: [{time: 0 s}, {time: 1 s, turn: {axis: [0, -1, 0], angle: "
                "110 deg}}]\n"
                "    mesh: {type: box, size: [1, 0.2, 0.2], origin: [0, -0.1, -0.1], cells: "
                "[30, 6, 6], element: tet4}\n"
                "    weights: {type: bbw}\n"
                "    material: {type: ex_rotated, young: 100 kPa, poisson: 0.4}\n"
                "    reduction: {type: steklov_poincare, unknowns: volume}\n"
                "    constraints: [{type: attach}]\n    outputs: [{type: energy}]\n");
        REQUIRE(run.run() == 0);
        CHECK(report_of(run).at("deepest_in_run").at("depth").get<double>() < 0.005);
        ends.push_back(run.table("out/fold-arm-energy.csv").back());
    }
    enum Column { time, kinetic, elastic, external, coupling };
    for (const auto& end : ends) {
        CHECK(end[coupling] > 0.05);
        CHECK(end[coupling] == Approx(ends[0][coupling]).epsilon(1e-3));
        CHECK(end[elastic] == Approx(ends[0][elastic]).epsilon(1e-5));
    }
}

TEST_CASE("coupling/self_contact: a run that fails tells of the last state that it reached") {
    // After 0.75 s a load that nothing bears.
    std::string scene = pinch(flesh,
                              "    solver: {type: static, newton: {tolerance: 1e-4, "
                              "max_iterations: 15}, max_cutbacks: 1}\n",
                              "");
    const std::string load = "0.6*t", more = " + 1e6*max(0, min(1, 1e9*(t - 0.75)))";
    for (std::size_t at = 0; (at = scene.find(load, at)) != std::string::npos; at += load.size())
        scene.insert(at + load.size(), more);
    const testing::SmallRun run("pinch", scene);
    std::ofstream(run / "fingers.veg") << fingers_veg();
    CHECK(run.run() != 0);
    enum Column { time, kinetic, elastic, external, coupling };
    const std::vector<double> last = run.table("out/pinch-hand-energy.csv").back();
    CHECK(last[time] == 0.75);
    const nlohmann::json energies = solver_of(run).at("energies");
    CHECK(last[coupling] > 0);
    CHECK(energies.at("coupling").get<double>() == Approx(last[coupling]).epsilon(1e-6));
    CHECK(energies.at("elastic").get<double>() == Approx(last[elastic]).epsilon(1e-6));
    CHECK(report_of(run).at("deepest_in_run").at("time") == 0.75);
    CHECK(report_of(run).at("deepest") == report_of(run).at("deepest_in_run").at("depth"));
}
