#include <catch2/catch.hpp>
#include <support/small_run.hpp>

#include "linear_support.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE(
    "petsc: conjugate gradients, multigrid, hypre, MUMPS and GMRES agree with a dense solve") {
    Solvers solvers;
    const GridTangent symmetric(5), unsymmetric(5, 0.3);
    const FixedMask fixed = some_fixed(symmetric.size());
    const Vector b = random_vector(symmetric.size());
    for (const std::string options :
         {"-ksp_type cg -pc_type jacobi", "-ksp_type cg -pc_type gamg",
          "-ksp_type cg -pc_type hypre",
          "-ksp_type preonly -pc_type lu -pc_factor_mat_solver_type mumps",
          "-ksp_type gmres -pc_type ilu"}) {
        CAPTURE(options);
        const bool cg = options.find("cg -pc") != std::string::npos;
        const GridTangent& A = cg ? symmetric : unsymmetric;
        const auto solver = solvers.make("{type: petsc, options: \"" + options + "\"}");
        REQUIRE(solver->unsupported(A.properties()).empty());
        REQUIRE_FALSE(solver->prepare(A, fixed));
        Vector x;
        REQUIRE_FALSE(solver->solve(b, x, 1e-11).event);
        const Vector exact = dense_solution(A, fixed, b);
        CHECK((x - exact).norm() < 1e-8 * exact.norm());
    }
}

TEST_CASE("petsc: multigrid solves with later values of the same structure, too") {
    Solvers solvers;
    GridTangent A(6);
    const FixedMask fixed = some_fixed(A.size());
    const Vector b = random_vector(A.size());
    for (const std::string more : {"", " -pc_gamg_reuse_interpolation false"}) {
        const auto solver =
            solvers.make("{type: petsc, options: \"-ksp_type cg -pc_type gamg" + more + "\"}");
        for (const double scale : {1.0, 1.5, 1.2}) {
            A.scale_diagonal(scale);
            REQUIRE_FALSE(solver->prepare(A, fixed));
            Vector x;
            REQUIRE_FALSE(solver->solve(b, x, 1e-11).event);
            const Vector exact = dense_solution(A, fixed, b);
            CHECK((x - exact).norm() < 1e-8 * exact.norm());
        }
    }
}

TEST_CASE("petsc: an unknown preconditioner is refused with PETSc's own words") {
    Solvers solvers;
    CHECK_THROWS_WITH(solvers.make("{type: petsc, options: \"-pc_type no_such_thing\"}"),
                      Catch::Contains("no_such_thing"));
}

TEST_CASE("petsc: options that nothing uses are refused") {
    Solvers solvers;
    const GridTangent A(3);
    const auto solver = solvers.make("{type: petsc, options: \"-ksp_tpye cg -pc_type jacobi\"}");
    CHECK_THROWS_WITH(solver->prepare(A, some_fixed(A.size())), Catch::Contains("-ksp_tpye"));
}

TEST_CASE("petsc: conjugate gradients refuse an unsymmetric tangent") {
    Solvers solvers;
    const GridTangent A(3, 0.3);
    CHECK_THAT(solvers.make("{type: petsc}")->unsupported(A.properties()),
               Catch::Contains("-ksp_type gmres"));
}

TEST_CASE("petsc: a cube lands, though contact changes the tangent's blocks in every step") {
    const sinew::testing::SmallRun run("land", R"(sinew: 1
time: {end: 0.3 s, step: 0.01 s}
scene:
  - node: world
    couplings: [{type: contact, obstacles: [{plane: {}}]}]
    solver:
      type: implicit_newmark
      linear: {type: petsc, options: "-ksp_type cg -pc_type jacobi"}
    children:
      - node: cube
        transform: {translate: [0, 0, 0.1]}
        mesh: {type: box, size: [1, 1, 1], cells: [2, 2, 2]}
        material: {type: neo_hookean, young: 1 MPa, poisson: 0.3}
        loads: [{type: gravity}]
)");
    CHECK(run.run() == 0);
}

namespace {

/// Of a Krylov method, as run.json tells them; 0 for a direct one.
double iterations_a_solve(const nlohmann::json& report, const std::string& node) {
    const auto& linear = report.at("solvers").at(node).at("linear");
    return linear.value("iterations", 0.0) / linear.value("solves", 1.0);
}

}  // namespace

TEST_CASE(
    "petsc: multigrid takes nodes that are constrained along one axis only, in few iterations") {
    const auto sag = [](const std::string& linear) {
        const sinew::testing::SmallRun run("slide", R"(sinew: 1
time: {end: 1 s, step: 1 s}
scene:
  - node: block
    mesh: {type: box, size: [2, 1, 1], cells: [16, 8, 8], element: hex8}
    material: {type: neo_hookean, young: 1 MPa, poisson: 0.3, density: 1000}
    constraints:
      - {type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}, axes: [x]}
      - {type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}, axes: [z]}
      - {type: fixed, where: {nodes: [0]}, axes: [x, y, z]}
    loads: [{type: gravity}]
    outputs: [{type: probe, at: [2, 1, 1], name: corner}]
    solver: {type: static, linear: )" + linear + "}\n");
        REQUIRE(run.run() == 0);
        const auto report = nlohmann::json::parse(run.bytes("out/run.json"));
        return std::pair{run.table("out/slide-corner.csv").back().back(),
                         iterations_a_solve(report, "/block")};
    };
    const auto [exact, none] = sag("{type: cholesky}");
    const auto [multigrid, iterations] = sag("{type: petsc}");
    CHECK(multigrid == Approx(exact).epsilon(1e-6));
    CHECK(iterations < 40);
}

TEST_CASE("petsc: multigrid follows constraints that hold other axes from some time on") {
    const auto slide = [](const std::string& linear) {
        const sinew::testing::SmallRun run("turn", R"(sinew: 1
time: {end: 2 s, step: 1 s}
scene:
  - node: block
    mesh: {type: box, size: [2, 1, 1], cells: [8, 4, 4], element: hex8}
    material: {type: neo_hookean, young: 1 MPa, poisson: 0.3, density: 1000}
    constraints:
      - {type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}, axes: [x, y, z]}
      - {type: fixed, where: {plane: {normal: [1, 0, 0], offset: 2}}, axes: [z], until: 1.5 s}
      - {type: fixed, where: {plane: {normal: [1, 0, 0], offset: 2}}, axes: [y], from: 1.5 s}
    loads: [{type: gravity}, {type: body_force, force: [0, 2 kN/m^3, 0]}]
    outputs: [{type: probe, at: [2, 1, 1], name: corner}]
    solver: {type: static, linear: )" + linear + "}\n");
        REQUIRE(run.run() == 0);
        const auto report = nlohmann::json::parse(run.bytes("out/run.json"));
        return std::pair{run.table("out/turn-corner.csv"), iterations_a_solve(report, "/block")};
    };
    const auto exact = slide("{type: cholesky}").first;
    const auto [multigrid, iterations] = slide("{type: petsc}");
    CHECK(iterations < 20);
    REQUIRE(exact.size() == 3);
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 1; column < 4; ++column)
            CHECK(multigrid[row][column] == Approx(exact[row][column]).epsilon(1e-6).margin(1e-12));
    // Constrained degrees of freedom are where they are held, to the last bit.
    CHECK(multigrid[0][3] == 0);
    CHECK(multigrid[2][2] == multigrid[1][2]);
}
