/// What every linear solver must do, whatever it is.

#include <omp.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "linear_support.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const std::vector<std::string> symmetric_solvers = {
    "{type: cholesky}",
    "{type: cholesky, ordering: amd}",
    "{type: cholesky, ordering: metis}",
    "{type: dense}",
    "{type: lu}",
    "{type: pcg, preconditioner: jacobi}",
    "{type: pcg, preconditioner: block_jacobi}",
    "{type: pcg, preconditioner: incomplete_cholesky}",
    "{type: pcg, preconditioner: lagged_factorisation}",
    "{type: multigrid}",
    "{type: multigrid, precision: double}",
};

Vector solve(LinearSolver& solver, const Tangent& A, const FixedMask& fixed, const Vector& b) {
    REQUIRE(solver.unsupported(A.properties()).empty());
    const Event event = solver.prepare(A, fixed);
    REQUIRE_FALSE(event);
    Vector x;
    const LinearOutcome outcome = solver.solve(b, x, 1e-12);
    REQUIRE_FALSE(outcome.event);
    return x;
}

}  // namespace

TEST_CASE("Every linear solver agrees with a dense one, also where degrees of freedom are fixed") {
    Solvers solvers;
    const GridTangent A(5);
    const Vector b = random_vector(A.size());
    for (const std::string& written : symmetric_solvers) {
        CAPTURE(written);
        const auto solver = solvers.make(written);
        for (const FixedMask& fixed :
             {FixedMask{std::vector<char>(static_cast<std::size_t>(A.size()), 0), 1, A.size()},
              some_fixed(A.size(), 2)}) {
            const Vector exact = dense_solution(A, fixed, b);
            const Vector x = solve(*solver, A, fixed, b);
            CHECK((x - exact).norm() < 1e-8 * exact.norm());
        }
    }
}

TEST_CASE("New values under the same pattern give the new solution") {
    Solvers solvers;
    GridTangent A(4);
    const Vector b = random_vector(A.size());
    const FixedMask fixed = some_fixed(A.size());
    for (const std::string& written : symmetric_solvers) {
        CAPTURE(written);
        const auto solver = solvers.make(written);
        solve(*solver, A, fixed, b);
        GridTangent B = A;
        B.scale_diagonal(1.5);
        const Vector exact = dense_solution(B, fixed, b);
        CHECK((solve(*solver, B, fixed, b) - exact).norm() < 1e-8 * exact.norm());
    }
}

TEST_CASE("Bits of a solution do not depend on the number of threads") {
    Solvers solvers;
    const GridTangent A(32);  // long enough for teams: 98304 degrees of freedom
    const Vector b = random_vector(A.size());
    const FixedMask fixed = some_fixed(A.size());
    const int threads = omp_get_max_threads();
    for (const std::string written :
         {"{type: cholesky}", "{type: pcg, tolerance: 1e-6}",
          "{type: pcg, preconditioner: incomplete_cholesky}",
          "{type: pcg, preconditioner: block_jacobi}", "{type: multigrid}"}) {
        CAPTURE(written);
        std::vector<Vector> x;
        for (const int n : {1, 2, 4}) {
            omp_set_num_threads(n);
            const auto solver = solvers.make(written);
            REQUIRE_FALSE(solver->prepare(A, fixed));
            x.emplace_back();
            REQUIRE_FALSE(solver->solve(b, x.back(), 1e-6).event);
        }
        omp_set_num_threads(threads);
        CHECK(x[0] == x[1]);
        CHECK(x[0] == x[2]);
    }
}

TEST_CASE("Solvers for definite matrices say so when one is not") {
    Solvers solvers;
    GridTangent A(4);
    A.scale_diagonal(0.5);
    const FixedMask fixed = some_fixed(A.size());
    const Vector b = random_vector(A.size());
    for (const std::string written :
         {"{type: cholesky}", "{type: dense}", "{type: pcg}",
          "{type: pcg, preconditioner: lagged_factorisation}", "{type: multigrid}"}) {
        CAPTURE(written);
        const auto solver = solvers.make(written);
        Event event = solver->prepare(A, fixed);
        Vector x;
        if (!event) event = solver->solve(b, x, 1e-8).event;
        CHECK(event.kind == Event::Kind::not_definite);
    }
}

TEST_CASE("A singular matrix is not taken for a definite one") {
    Solvers solvers;
    const GridTangent A(3, 0, 0);  // no ground: three translations are free
    const FixedMask fixed{std::vector<char>(static_cast<std::size_t>(A.size()), 0), 1, A.size()};
    for (const char* written : {"{type: cholesky}", "{type: dense}"})
        CHECK(solvers.make(written)->prepare(A, fixed).kind == Event::Kind::not_definite);
}

TEST_CASE("Unsymmetric tangents: lu and dense solve them, cholesky and pcg refuse with advice") {
    Solvers solvers;
    const GridTangent A(4, 0.3);
    const FixedMask fixed = some_fixed(A.size());
    const Vector b = random_vector(A.size());
    const Vector exact = dense_solution(A, fixed, b);
    for (const char* written : {"{type: lu}", "{type: dense}"})
        CHECK((solve(*solvers.make(written), A, fixed, b) - exact).norm() < 1e-9 * exact.norm());
    CHECK_THAT(solvers.make("{type: cholesky}")->unsupported(A.properties()),
               Catch::Contains("linear: {type: lu}"));
    CHECK_THAT(solvers.make("{type: pcg}")->unsupported(A.properties()),
               Catch::Contains("linear: {type: lu}"));
}

TEST_CASE("Linear solvers that refuse unsymmetric tangents declare it, but where options decide") {
    PluginRegistry registry({SINEW_PLUGIN_DIR});
    Solvers solvers;
    for (const std::string& name : registry.names(LinearSolver::kind)) {
        if (name == "petsc") continue;  // cg needs symmetry, gmres does not
        CAPTURE(name);
        const auto& traits = registry.require(LinearSolver::kind, name, {}).traits;
        const bool declares =
            std::find(traits.begin(), traits.end(), linear_trait::needs_symmetry) != traits.end();
        const auto solver = solvers.make("{type: " + name + "}");
        CHECK(declares == !solver->unsupported({.symmetric = false}).empty());
    }
}
