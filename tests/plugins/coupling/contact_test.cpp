#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <support/small_run.hpp>

using namespace sinew;

namespace {

const std::string rubber =
    "        material: {type: stable_neo_hookean, young: 100 kPa, poisson: 0.3}\n";

/// A block on the ground and another above it, under one static solver. Indented as nodes of
/// `world` are; `second`: lines of the upper node beside mesh, material and place.
std::string two_blocks(const std::string& steps, const std::string& contact, double height,
                       const std::string& second, const std::string& solver = "static") {
    return "sinew: 1\ntime: {end: 1 s, step: 1/" + steps +
           " s}\nscene:\n  - node: world\n    couplings: [{type: contact, stiffness: 100 kPa" +
           contact + "}]\n    solver: {type: " + solver +
           ", newton: {max_iterations: 100, tolerance: 1e-9}}\n    outputs: [{type: energy}]\n"
           "    children:\n      - node: lower\n"
           "        mesh: {type: box, size: [0.2, 0.2, 0.1], cells: [4, 4, 2], element: tet4}\n" +
           rubber +
           "        constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n"
           "        outputs: [{type: probe, quantities: [reaction], "
           "where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n"
           "      - node: upper\n"
           "        transform: {translate: [0.043, 0.057, " +
           std::to_string(height) +
           "]}\n        mesh: {type: box, size: [0.1, 0.1, 0.1], cells: [3, 3, 3], element: "
           "tet4}\n" +
           rubber + second;
}

const std::string pushed =
    "        constraints: [{type: prescribed, where: {plane: {normal: [0, 0, 1], offset: 0.1}},\n"
    "          displacement: {keyframes: [[0 s, [0, 0, 0]], [1 s, [0, 0, -3 cm]]]}}]\n"
    "        outputs: [{type: probe, quantities: [reaction], "
    "where: {plane: {normal: [0, 0, 1], offset: 0.1}}}]\n";

nlohmann::json contact_of(const testing::SmallRun& run) {
    return nlohmann::json::parse(
        run.bytes("out/run.json"))["solvers"]["/world"]["bodies"]["coupling/contact"][0];
}

}  // namespace

TEST_CASE("coupling/contact: a block pressed into another ends in one state, however many steps") {
    double energy = 0;
    for (const std::string steps : {"1", "2", "5"}) {
        CAPTURE(steps);
        const testing::SmallRun run("press", two_blocks(steps, ", thickness: 4 mm", 0.105, pushed));
        REQUIRE(run.run() == 0);
        const double total = run.table("out/press-world-energy.csv").back()[5];
        if (energy == 0) energy = total;
        CHECK(total == Approx(energy).epsilon(1e-9));
        // What presses on one block presses on the other, sideways too.
        const auto below = run.table("out/press-world-lower-probe.csv").back();
        const auto above = run.table("out/press-world-upper-probe.csv").back();
        for (std::size_t k = 1; k <= 3; ++k)
            CHECK(below[k] == Approx(-above[k]).margin(1e-7 * std::abs(below[3])));
        CHECK(below[3] > 10);
        const nlohmann::json contact = contact_of(run);
        CHECK(contact["least_gap"].get<double>() > 0);
        CHECK(contact["least_gap"].get<double>() < 0.004);
        // The pairs' forces are the resultant: the faces stay nearly flat.
        CHECK(contact["normal_forces"].get<double>() == Approx(below[3]).epsilon(0.02));
    }
}

TEST_CASE("coupling/contact: a block rests on another with its weight") {
    const testing::SmallRun run(
        "rest",
        two_blocks("20", ", thickness: 4 mm", 0.1035,
                   "        loads: [{type: gravity}]\n"
                   "        constraints: [{type: prescribed, axes: [x, y], where: all}]\n"));
    REQUIRE(run.run() == 0);
    const double weight = 1000 * 0.1 * 0.1 * 0.1 * 9.81;
    CHECK(run.table("out/rest-world-lower-probe.csv").back()[3] == Approx(weight).epsilon(1e-3));
}

TEST_CASE("coupling/contact: bodies at rest beside their own faces feel nothing of themselves") {
    const std::string scene =
        "sinew: 1\ntime: {end: 0.1 s, step: 0.1 s}\nscene:\n  - node: plate\n"
        "    mesh: {type: box, size: [1, 1, 0.05], cells: [6, 6, 1], element: tet4}\n"
        "    material: {type: neo_hookean, young: 1 MPa, poisson: 0.3}\n"
        "    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]\n"
        "    couplings: [{type: contact, thickness: 10 cm, stiffness: 1 MPa}]\n"
        "    solver: {type: static}\n    outputs: [{type: energy}]\n";
    const testing::SmallRun run("plate", scene);
    REQUIRE(run.run() == 0);
    for (const auto& row : run.table("out/plate-plate-energy.csv")) CHECK(row[5] == 0);
}

TEST_CASE("coupling/contact: what it cannot take is refused with its place") {
    const auto message = [](const std::string& scene) {
        const testing::SmallRun run("scene", scene);
        CHECK(run.run() == 2);
        return run.bytes("out/run.json");
    };
    CHECK_THAT(message(two_blocks("1", "", 0.09, pushed)),
               Catch::Contains("\"line\": 5") &&
                   Catch::Contains("skins intersect at the start in 42 places: ") &&
                   Catch::Contains("/world/lower and /world/upper near [") &&
                   Catch::Contains("move the bodies apart, or mend the mesh"));
    std::string explicit_steps = two_blocks("1", "", 0.105, pushed);
    const std::string written = "{type: static, newton: {max_iterations: 100, tolerance: 1e-9}}";
    explicit_steps.replace(explicit_steps.find(written), written.size(),
                           "{type: central_difference}");
    CHECK_THAT(message(explicit_steps),
               Catch::Contains("coupling/contact of /world knows no bound on its stiffness") &&
                   Catch::Contains("implicit_newmark"));
}
