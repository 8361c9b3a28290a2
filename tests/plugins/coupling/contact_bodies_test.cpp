#include <catch2/catch.hpp>
#include <support/small_run.hpp>

#include "coupling_scene.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// Two bodies under one solver: `world` and the bodies are the lines of their nodes, indented by
/// four and by eight spaces and ended.
testing::SmallRun pair(const std::string& time, const std::string& world, const std::string& first,
                       const std::string& second) {
    return {"pair", "sinew: 1\ntime: " + time + "\nscene:\n  - node: world\n" + world +
                        "    children:\n      - node: first\n" + first + "      - node: second\n" +
                        second};
}

enum Column { time, kinetic, elastic, external, coupling, total, p_x, p_y, p_z };

}  // namespace

TEST_CASE(
    "coupling/contact_bodies: blocks that run into each other bounce and keep their momentum") {
    const std::string block =
        "        mesh: {type: box, size: [0.2, 0.1, 0.1], cells: [4, 2, 2], element: hex8}\n"
        "        material: {type: stable_neo_hookean, young: 1 MPa, poisson: 0.3}\n";
    const auto run = pair(
        "{end: 0.1 s, step: 1 ms}",
        "    couplings: [{type: contact_bodies, stiffness: 50 MPa/m}]\n"
        "    solver: {type: central_difference, safety: 0.2}\n    outputs: [{type: energy}]\n",
        block +
            "        initial: {velocity: [1, 0, 0]}\n"
            "        outputs: [{type: probe, at: [0.1, 0.05, 0.05], quantities: [velocity]}]\n",
        block +
            "        transform: {translate: [0.21, 0.013, -0.021]}\n"
            "        outputs: [{type: probe, at: [0.1, 0.05, 0.05], quantities: [velocity]}]\n");
    REQUIRE(run.run() == 0);
    const auto rows = run.table("out/pair-world-energy.csv");
    double most = 0;
    for (const auto& row : rows) {
        for (const Column p : {p_x, p_y, p_z})
            CHECK(row[p] == Approx(rows[0][p]).margin(1e-10 * rows[0][p_x]));
        CHECK(row[total] == Approx(rows[0][total]).epsilon(0.01));
        most = std::max(most, row[coupling]);
    }
    CHECK(most > 0.01 * rows[0][total]);
    CHECK(rows.back()[coupling] == 0);
    // Equal masses: the first one all but stops, the second one goes on.
    const auto speed = [&](const std::string& body) {
        double mean = 0;
        const auto probe = run.table("out/pair-world-" + body + "-probe.csv");
        for (std::size_t k = probe.size() - 20; k < probe.size(); ++k) mean += probe[k][1] / 20;
        return mean;
    };
    CHECK(speed("first") < 0.3);
    CHECK(speed("second") > 0.7);
}

TEST_CASE("coupling/contact_bodies: a block on another one sinks in by m g / (k A)") {
    const std::string stiff =
        "        material: {type: linear, young: 100 MPa, poisson: 0}\n"
        "        loads: [{type: gravity}]\n"
        "        outputs: [{type: probe, at: ";
    const auto run = pair(
        "{end: 0.4 s, step: 5 ms}",
        "    couplings: [{type: contact_bodies, bodies: [first, second], stiffness: 300 kPa/m}]\n"
        "    solver: {type: implicit_euler, damping: {mass: 10}}\n",
        "        mesh: {type: box, size: [0.2, 0.2, 0.1], cells: [7, 7, 2], element: hex8}\n"
        "        constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n" +
            stiff + "[0.1, 0.1, 0.1]}]\n",
        "        mesh: {type: box, size: [0.1, 0.1, 0.1], cells: [3, 3, 2], element: hex8}\n"
        "        transform: {translate: [0.048, 0.052, 0.0999]}\n" +
            stiff + "[0.05, 0.05, 0]}]\n");
    REQUIRE(run.run() == 0);
    const auto rise = [&](const std::string& body) {
        return run.table("out/pair-world-" + body + "-probe.csv").back()[3];
    };
    // Half by the upper one's lower face, 0.01 m^2, with the lower quarter of its walls; half by
    // the lower one's nodes beneath, 4 x 4 of them.
    const double mean_area = 0.5 * (0.01 + 4 * 0.1 * 0.025) + 0.5 * 16 * std::pow(0.2 / 7, 2);
    CHECK(0.0001 + rise("first") - rise("second") ==
          Approx(1000 * 0.001 * 9.81 / (300e3 * mean_area)).epsilon(0.01));
}

TEST_CASE("coupling/contact_bodies: two bodies are needed") {
    CHECK_THROWS_WITH(
        CouplingScene("type: contact_bodies"),
        Catch::Contains("contact between bodies needs two, and there is only /cube") &&
            Catch::Contains("on a node that holds all bodies"));
    CHECK_THROWS_WITH(CouplingScene("type: contact_bodies, bodies: [/cube]"),
                      Catch::Contains("needs two") && Catch::Contains("bodies: [first, second]"));
    CHECK_THROWS_WITH(CouplingScene("type: contact_bodies, bodies: [/cube, /cube]"),
                      Catch::Contains("/cube is named twice"));
    CHECK_THROWS_WITH(CouplingScene("type: contact_bodies, reach: 0 m"),
                      Catch::Contains("reach is 0 m, must be > 0"));
}
