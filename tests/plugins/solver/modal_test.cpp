#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <numbers>
#include <support/small_run.hpp>

using sinew::testing::SmallRun;
using std::numbers::pi;

namespace {

std::string scene(const std::string& node, const std::string& solver,
                  const std::string& time = "{end: 1 s, step: 1 s}") {
    return "sinew: 1\ntime: " + time + "\nscene:\n  - node: bar\n" + node +
           "    solver: {type: modal, " + solver + "}\n";
}

nlohmann::json modal_report(const SmallRun& run) {
    return nlohmann::json::parse(run.bytes("out/run.json"))["solvers"]["/bar"];
}

nlohmann::json modes_of(const std::string& node, const std::string& solver) {
    const SmallRun run("modes", scene(node, solver));
    REQUIRE(run.run() == 0);
    return modal_report(run);
}

std::vector<double> frequencies_of(const nlohmann::json& report) {
    std::vector<double> found;
    for (const auto& mode : report["modes"]) found.push_back(mode["frequency"]);
    return found;
}

/// A rod that can only stretch along x; E / rho = (100 m/s)^2.
const std::string rod =
    "    mesh: {type: box, size: [1, 0.05, 0.05], cells: [40, 1, 1], element: hex8}\n"
    "    material: {type: linear, young: 10 MPa, poisson: 0, density: 1000}\n";
const std::string sideways =
    "{type: fixed, where: {box: {min: [-1, -1, -1], max: [2, 2, 2]}}, axes: [y, z]}";
const std::string root = "{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}";

}  // namespace

TEST_CASE("modal: a rod that is held at one end has the frequencies (2k - 1) c / 4L") {
    const auto report =
        modes_of(rod + "    constraints: [" + root + ", " + sideways + "]\n", "modes: 4");
    CHECK(report["rigid_motions"] == 0);
    double sum = 0;
    for (int k = 1; k <= 4; ++k) {
        const auto& mode = report["modes"][std::size_t(k - 1)];
        CHECK(mode["number"] == k);
        CHECK(mode["frequency"].get<double>() == Approx((2 * k - 1) * 100.0 / 4).epsilon(0.01));
        // Effective masses of the rod: 8 / ((2k - 1) pi)^2 of its mass, 2.5 kg, along x alone.
        const double mass = mode["effective_mass"][0];
        CHECK(mass == Approx(2.5 * 8 / std::pow((2 * k - 1) * pi, 2)).epsilon(0.01));
        CHECK(mode["effective_mass"][1].get<double>() < 1e-12);
        sum += mass;
    }
    CHECK(sum < report["mass"].get<double>());
}

TEST_CASE("modal: effective masses of all modes are the mass that is free to move") {
    // Two elements, one free layer of nodes each: two modes along x.
    const auto report = modes_of(
        "    mesh: {type: box, size: [1, 0.5, 0.5], cells: [2, 1, 1], element: hex8}\n"
        "    material: {type: linear, young: 1 MPa, poisson: 0, density: 1000}\n    constraints: "
        "[" +
            root + ", " + sideways + "]\n",
        "modes: 8");
    double sum = 0;
    for (const auto& mode : report["modes"]) sum += mode["effective_mass"][0].get<double>();
    // r'M_f M_ff^-1 M_f'r of two linear elements of 125 kg: nodal masses of the chain in sixths.
    Eigen::Matrix2d M;
    M << 4, 1, 1, 2;
    M *= 125.0 / 6;
    const Eigen::Vector2d momentum(125, 62.5);
    CHECK(sum == Approx(momentum.dot(M.inverse() * momentum)).epsilon(1e-9));
}

TEST_CASE("modal: lumped masses give frequencies from below, consistent ones from above") {
    const std::string node = rod + "    constraints: [" + root + ", " + sideways + "]\n";
    const auto above = frequencies_of(modes_of(node, "modes: 3")),
               below = frequencies_of(modes_of(node, "modes: 3, mass: lumped"));
    for (int k = 1; k <= 3; ++k) {
        const double exact = (2 * k - 1) * 100.0 / 4;
        // Chains of linear elements, with omega h / 2c = z: tan and sin in place of z.
        const double z = pi * exact / 100 / 40;
        CHECK(below[std::size_t(k - 1)] == Approx(exact * std::sin(z) / z).epsilon(1e-6));
        CHECK(above[std::size_t(k - 1)] > exact);
        CHECK(above[std::size_t(k - 1)] == Approx(exact * (1 + z * z / 6)).epsilon(1e-4));
    }
}

TEST_CASE("modal: rigid motions are counted, whatever axes are held, with either mass") {
    for (const std::string mass : {"consistent", "lumped"}) {
        CAPTURE(mass);
        const std::string solver = "modes: 2, mass: " + mass;
        const auto free = modes_of(rod, solver),
                   partly = modes_of(rod + "    constraints: [" + sideways + "]\n", solver);
        CHECK(free["rigid_motions"] == 6);
        CHECK(free["modes"][0]["number"] == 7);
        CHECK(partly["rigid_motions"] == 1);
        CHECK(partly["modes"][0]["number"] == 2);
        CHECK(partly["modes"][0]["frequency"].get<double>() == Approx(50).epsilon(0.01));
    }
}

TEST_CASE("modal: tension stiffens a string to the frequencies k/2L sqrt(T / rho A)") {
    // Stretched by 10 % by its ends, so slender that its bending has no part.
    const std::string node =
        "    mesh: {type: box, size: [1, 0.004, 0.004], cells: [120, 1, 1], element: hex8}\n"
        "    material: {type: stvk, young: 1 MPa, poisson: 0, density: 1000}\n"
        "    constraints:\n"
        "      - {type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}\n"
        "      - {type: prescribed, where: {plane: {normal: [1, 0, 0], offset: 1}}, displacement: "
        "[0.1, 0, 0]}\n";
    const auto report = modes_of(node, "modes: 4, about: equilibrium");
    // Green's strain 0.105: T = E A 0.105 lambda, rho A of the shape at rest over lambda.
    const double lambda = 1.1, tension = 1e6 * 0.105 * lambda, mass = 1000 / lambda;
    const double first = std::sqrt(tension / mass) / (2 * lambda);
    const auto found = frequencies_of(report);
    CHECK(found[0] == Approx(first).epsilon(0.03));
    CHECK(found[1] == Approx(first).epsilon(0.03));
    CHECK(found[2] == Approx(2 * first).epsilon(0.03));
    CHECK(frequencies_of(modes_of(node, "modes: 1"))[0] < 0.3 * first);
}

TEST_CASE("modal: the run shows one mode after the other, each swings once") {
    const SmallRun run("modes",
                       scene(rod + "    constraints: [" + root + ", " + sideways +
                                 "]\n    outputs: [{type: probe, at: [1, 0.025, 0.025], "
                                 "name: end}]\n",
                             "modes: 2, show: 2 s, amplitude: 0.1", "{end: 4 s, step: 0.5 s}"));
    REQUIRE(run.run() == 0);
    const double size = 0.1 * std::sqrt(1 + 2 * 0.05 * 0.05);
    const auto rows = run.table("out/modes-end.csv");
    REQUIRE(rows.size() == 9);
    for (const int k : {0, 4})
        for (int quarter = 0; quarter < 4; ++quarter) {
            const double expected = std::array{0.0, size, 0.0, -size}[std::size_t(quarter)];
            const double sign = rows[std::size_t(k + 1)][1] > 0 ? 1 : -1;
            CHECK(sign * rows[std::size_t(k + quarter)][1] == Approx(expected).margin(1e-9));
        }
}

TEST_CASE("modal: a bar that is five hundred times as long as thick has its frequency") {
    const auto report = modes_of(
        "    mesh: {type: box, size: [5, 0.01, 0.01], cells: [100, 1, 1], element: tet10}\n"
        "    material: {type: linear, young: 200 GPa, poisson: 0, density: 8000}\n    constraints: "
        "[" +
            root + "]\n",
        "modes: 1");
    // Euler's cantilever: 1.8751^2 / 2 pi L^2 sqrt(E h^2 / 12 rho).
    const double euler =
        1.87510407 * 1.87510407 / (2 * pi * 25) * std::sqrt(200e9 * 1e-4 / (12 * 8000.0));
    CHECK(frequencies_of(report)[0] == Approx(euler).epsilon(0.02));
}

TEST_CASE("modal: what has no modes to find is refused with a remedy") {
    const auto refused = [](const std::string& node, const std::string& solver) {
        return SmallRun("modes", scene(node, solver)).run();
    };
    CHECK(refused(rod, "modes: 0") == 2);
    CHECK(refused(rod, "modes: 1000") == 2);                   // fewer degrees of freedom
    CHECK(refused(rod, "modes: 2, about: equilibrium") == 2);  // nothing holds it
    CHECK(refused(rod + "    reduction: {type: subspace, basis: {type: linear_modes, modes: 4}}\n",
                  "modes: 2") == 2);
    CHECK(refused(rod + "    constraints: [" + root + "]\n",
                  "modes: 2, about: equilibrium, newton: {iterations: 1}") == 2);
    CHECK(refused(rod + "    initial: {velocity: [1, 0, 0]}\n", "modes: 2") == 2);
}

TEST_CASE("modal: a run that ends before all modes are shown is warned of") {
    const auto warned = [](const std::string& end) {
        const SmallRun run("modes", scene(rod + "    constraints: [" + root + "]\n", "modes: 3",
                                          "{end: " + end + ", step: 0.5 s}"));
        REQUIRE(run.run() == 0);
        return run.bytes("out/run.json");
    };
    CHECK_THAT(warned("2 s"), Catch::Contains("the run ends at 2 s: of 3 modes it shows 2 whole"));
    CHECK_THAT(warned("2.5 s"), !Catch::Contains("the run ends at"));
    CHECK_THAT(warned("3 s"), !Catch::Contains("the run ends at"));
}
