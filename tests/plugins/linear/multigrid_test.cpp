#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sinew/kernel/run/archive.hpp>
#include <support/small_run.hpp>

#include "multigrid/held_block.hpp"
#include "plugins/linear/linear_support.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

struct Solution {
    Vector x;
    int iterations = 0;
};

Solution solve(LinearSolver& solver, HeldBlock& block, double tolerance, const Vector& q = {}) {
    const Tangent& tangent = block.tangent(q);
    REQUIRE(solver.unsupported(tangent.properties()).empty());
    const Event event = solver.prepare(tangent, block.fixed);
    INFO(event.describe());
    REQUIRE_FALSE(event);
    Solution solution;
    const LinearOutcome outcome =
        solver.solve(random_vector(tangent.size()), solution.x, tolerance);
    INFO(outcome.event.describe());
    REQUIRE_FALSE(outcome.event);
    solution.iterations = outcome.iterations;
    return solution;
}

int iterations(const BlockScene& scene) {
    Solvers solvers;
    HeldBlock block(scene);
    return solve(*solvers.make("{type: multigrid}"), block, 1e-6).iterations;
}

nlohmann::json report_of(const LinearSolver& solver) {
    nlohmann::json report;
    solver.report(report);
    return report;
}

}  // namespace

TEST_CASE("multigrid agrees with cholesky on every law, element and constraint") {
    Solvers solvers;
    const auto agrees = [&](const BlockScene& scene) {
        CAPTURE(scene.node());
        HeldBlock block(scene);
        const Vector exact = solve(*solvers.make("{type: cholesky}"), block, 0).x;
        const Vector x = solve(*solvers.make("{type: multigrid}"), block, 1e-12).x;
        CHECK((x - exact).norm() < 1e-8 * exact.norm());
    };
    for (const std::string law :
         {"neo_hookean", "stvk", "corotational", "stable_neo_hookean", "linear"})
        agrees({.material = "{type: " + law + ", young: 1 MPa, poisson: 0.4}"});
    for (const std::string element : {"tet4", "tet10", "hex8"})
        for (const std::string cells : {"[1, 1, 1]", "[6, 5, 7]"})
            agrees({.cells = cells, .element = element});
    for (const std::string constraints :
         {"[{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]",
          "[{type: prescribed, axes: [x], where: {plane: {normal: [1, 0, 0], offset: 0}}}, {type: "
          "prescribed, axes: [y, z], where: {plane: {normal: [0, 0, 1], offset: 0}}}]",
          "[{type: fixed, where: {sphere: {center: [0.5, 0.5, 0.5], radius: 0.4}}}]"})
        agrees({.constraints = constraints});
}

TEST_CASE("multigrid: hard bodies take few iterations") {
    CHECK(iterations({.cells = "[16, 16, 16]"}) < 25);
    CHECK(iterations({.size = "[20, 1, 1]", .cells = "[120, 6, 6]"}) < 50);
    CHECK(iterations({.cells = "[16, 16, 16]",
                      .material = "{type: neo_hookean, young: 1 MPa, poisson: 0.49}"}) < 50);
    CHECK(iterations({.size = "[10, 1, 1]", .cells = "[16, 16, 16]"}) < 60);
}

TEST_CASE("multigrid: stiffness that jumps between regions takes few iterations") {
    const auto jumping = [](const std::string& inner) {
        return iterations(
            {.material = "{type: neo_hookean, poisson: 0.3, young: {default: 1 MPa, regions: "
                         "{hard: " +
                         inner + "}}}",
             .constraints =
                 "[{type: fixed, where: {box: {min: [-1, -1, -1], max: [-0.45, 1, 1]}}}]",
             .mesh = "{type: implicit, shape: {box: {min: [-0.5, -0.5, -0.5], max: [0.5, 0.5, "
                     "0.5]}}, size: {surface: 0.09}, "
                     "regions: [{name: hard, shape: {sphere: {center: [0.1, 0.1, 0.1], radius: "
                     "0.3}}}]}"});
    };
    const int even = jumping("1 MPa");
    const int thousand = jumping("1 GPa"), ten_thousand = jumping("10 GPa");
    CAPTURE(even, thousand, ten_thousand);
    CHECK(thousand < 3 * even);
    CHECK(ten_thousand < 4 * even);
}

TEST_CASE("multigrid: bodies that are tied take as few iterations when they are finer") {
    const auto run = [](int n) {
        const std::string cells = std::to_string(n);
        const testing::SmallRun tied(
            "tied",
            "sinew: 1\ntime: {end: 1 s, step: 1 s}\nscene:\n  - node: world\n"
            "    solver: {type: static, linear: {type: multigrid}}\n"
            "    couplings: [{type: tie, between: [below, above], stiffness: 1 GPa/m, distance: "
            "1 mm}]\n    children:\n"
            "      - node: below\n        mesh: {type: box, size: [1, 1, 1], cells: [" +
                cells + ", " + cells + ", " + cells +
                "]}\n        material: {type: stvk, young: 1 MPa, poisson: 0.3}\n"
                "        constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: "
                "0}}}]\n"
                "      - node: above\n        transform: {translate: [0, 0, 1]}\n"
                "        mesh: {type: box, size: [1, 1, 1], cells: [4, 4, 4]}\n"
                "        material: {type: stvk, young: 1 MPa, poisson: 0.3}\n"
                "        loads: [{type: gravity}]\n");
        REQUIRE(tied.run() == 0);
        const auto report = nlohmann::json::parse(tied.bytes("out/run.json"))["solvers"]["/world"];
        return report["linear"]["iterations"].get<double>() /
               report["linear"]["solves"].get<double>();
    };
    const double coarse = run(6), fine = run(24);
    CAPTURE(coarse, fine);
    CHECK(fine < 2 * coarse);
}

TEST_CASE("multigrid: one element, and nodes that no element has") {
    CHECK(iterations({.cells = "[1, 1, 1]", .element = "hex8"}) < 5);
}

TEST_CASE("multigrid: iterations hardly grow with the body") {
    const int few = iterations({.cells = "[8, 8, 8]"}),
              many = iterations({.cells = "[32, 32, 32]"});
    CAPTURE(few, many);
    CHECK(many < 1.7 * few);
}

TEST_CASE("multigrid: aggregates and values of an earlier tangent serve as long as that pays") {
    Solvers solvers;
    HeldBlock block({.cells = "[10, 10, 10]"});
    const auto solver = solvers.make("{type: multigrid}");
    for (const double far : {0.0, 1e-4, 2e-4, 3e-4})
        solve(*solver, block, 1e-6, far * random_vector(block.system().size(), 5));
    nlohmann::json report = report_of(*solver);
    CHECK(report["hierarchies_made"] == 1);
    CHECK(report["hierarchies_renewed"] < 3);
    CHECK(report["precision"] == "single");
    // Far away the old values are bad, and are given up.
    const Vector bent = 0.02 * random_vector(block.system().size(), 6);
    for (int k = 0; k < 6; ++k) solve(*solver, block, 1e-6, bent);
    const long renewed = report_of(*solver)["hierarchies_renewed"];
    CHECK(renewed > report["hierarchies_renewed"].get<long>());
    CHECK(report_of(*solver)["hierarchies_made"] == 1);
}

TEST_CASE("multigrid: a restart goes on with the hierarchy of the unbroken run") {
    Solvers solvers;
    HeldBlock block({.cells = "[10, 10, 10]"});
    const auto unbroken = solvers.make("{type: multigrid}");
    const auto q = [&](int k) {
        return Vector(0.002 * k * random_vector(block.system().size(), 5));
    };
    solve(*unbroken, block, 1e-6, q(0));
    solve(*unbroken, block, 1e-6, q(1));
    Archive archive;
    unbroken->save(archive, "linear");
    const auto restarted = solvers.make("{type: multigrid}");
    restarted->restore(archive, "linear");
    for (int k = 2; k < 5; ++k) {
        const Solution one = solve(*unbroken, block, 1e-6, q(k));
        const Solution other = solve(*restarted, block, 1e-6, q(k));
        CHECK(one.x == other.x);
        CHECK(one.iterations == other.iterations);
    }
}

TEST_CASE("multigrid: a tolerance below single precision is reached") {
    Solvers solvers;
    HeldBlock block({.size = "[20, 1, 1]", .cells = "[60, 4, 4]"});
    const auto solver = solvers.make("{type: multigrid}");
    const Solution solution = solve(*solver, block, 1e-11);
    Vector Ax;
    block.tangent().apply(solution.x, Ax);
    Vector r = random_vector(Ax.size()) - Ax;
    Vector b = random_vector(Ax.size());
    for (Index i = 0; i < r.size(); ++i)
        if (block.fixed.fixed[std::size_t(i)]) r[i] = b[i] = 0;
    CHECK(r.norm() < 1e-10 * b.norm());
}

TEST_CASE("multigrid: where everything is held there is nothing to solve") {
    Solvers solvers;
    HeldBlock block({.cells = "[6, 6, 6]", .constraints = "[{type: fixed, where: all}]"});
    CHECK(solve(*solvers.make("{type: multigrid}"), block, 1e-6).x.isZero(0));
}

TEST_CASE("multigrid: a body that nothing holds is not definite, and NaN is reported as such") {
    Solvers solvers;
    const auto solver = solvers.make("{type: multigrid}");
    GridTangent grid(8);
    grid.scale_diagonal(0.5);
    const FixedMask fixed = some_fixed(grid.size());
    Event event = solver->prepare(grid, fixed);
    Vector x;
    if (!event) event = solver->solve(random_vector(grid.size()), x, 1e-8).event;
    CHECK(event.kind == Event::Kind::not_definite);
    grid.scale_diagonal(std::nan(""));
    event = solver->prepare(grid, fixed);
    CHECK(event.kind == Event::Kind::not_finite);
}

TEST_CASE("multigrid: other tangents are refused with advice") {
    Solvers solvers;
    const auto solver = solvers.make("{type: multigrid}");
    CHECK_THAT(solver->unsupported({true, false, true}), Catch::Contains("linear: {type: lu}"));
    CHECK_THAT(solver->unsupported({true, true, false}),
               Catch::Contains("linear: {type: pcg}") || Catch::Contains("cholesky"));
    CHECK_THAT(solver->unsupported({false, true, true}), Catch::Contains("cholesky"));
}
