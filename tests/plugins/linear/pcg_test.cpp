#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <support/small_systems.hpp>

#include "linear_support.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

int iterations(LinearSolver& solver, const GridTangent& A, const FixedMask& fixed,
               const Vector& b) {
    REQUIRE_FALSE(solver.prepare(A, fixed));
    Vector x;
    const LinearOutcome outcome = solver.solve(b, x, 1e-8);
    REQUIRE_FALSE(outcome.event);
    return outcome.iterations;
}

}  // namespace

TEST_CASE("pcg: better preconditioners take fewer iterations") {
    Solvers solvers;
    const GridTangent A(12);
    const FixedMask fixed = some_fixed(A.size());
    const Vector b = random_vector(A.size());
    std::vector<int> n;
    for (const std::string name :
         {"jacobi", "block_jacobi", "incomplete_cholesky", "lagged_factorisation"}) {
        const auto solver = solvers.make("{type: pcg, preconditioner: " + name + "}");
        n.push_back(iterations(*solver, A, fixed, b));
    }
    CAPTURE(n);
    CHECK(n[1] < n[0]);
    CHECK(2 * n[2] < n[0]);
    CHECK(n[3] <= 2);
}

TEST_CASE("pcg: an incomplete factor of a tangent that is not finite is an event, with the place") {
    Solvers solvers;
    const auto solver = solvers.make("{type: pcg, preconditioner: incomplete_cholesky}");
    for (const double wrong : {std::nan(""), HUGE_VAL, -HUGE_VAL})
        for (const int row : {0, 2}) {
            INFO(wrong << " at " << row);
            DenseTangent tangent;
            tangent.A = Eigen::Vector3d(4, 5, 6).asDiagonal();
            tangent.A(2, row) = tangent.A(row, 2) = wrong;
            const FixedMask fixed{std::vector<char>(3, 0), 1, 3};
            const Event event = solver->prepare(tangent, fixed);
            CHECK(event.kind == Event::Kind::not_finite);
            CHECK_THAT(event.describe(), Catch::Contains(fmt::format("freedom 2 and {}", row)));
        }
}

TEST_CASE("pcg: incomplete factors exist of any finite matrix, and are positive") {
    Solvers solvers;
    const auto solver =
        solvers.make("{type: pcg, preconditioner: incomplete_cholesky, max_iterations: 3}");
    // Two zero or negative pivots beside a large product: raising them to 1 would never do.
    for (const double pivot : {-1.0, 0.0, 1e-300})
        for (const double beside : {1e6, 1e150}) {
            INFO(pivot << " beside " << beside);
            DenseTangent tangent;
            tangent.A = Eigen::Matrix2d{{pivot, beside}, {beside, pivot}};
            const FixedMask fixed{std::vector<char>(2, 0), 1, 2};
            REQUIRE_FALSE(solver->prepare(tangent, fixed));
            Vector x;
            // The matrix is indefinite all the same, and cg says so.
            CHECK(solver->solve(Eigen::Vector2d(1, -1), x, 1e-8).event.kind ==
                  Event::Kind::not_definite);
        }
}

TEST_CASE("pcg: a lagged factorisation is kept while it serves and renewed when it does not") {
    Solvers solvers;
    const auto solver =
        solvers.make("{type: pcg, preconditioner: lagged_factorisation, refresh_above: 12}");
    GridTangent A(6);
    const FixedMask fixed = some_fixed(A.size());
    const Vector b = random_vector(A.size());
    CHECK(iterations(*solver, A, fixed, b) <= 2);
    A.scale_diagonal(1.05);
    const int near = iterations(*solver, A, fixed, b);
    CHECK(near > 2);
    CHECK(near <= 12);
    A.scale_diagonal(10);
    CHECK(iterations(*solver, A, fixed, b) > 12);
    CHECK(iterations(*solver, A, fixed, b) <= 2);
}

TEST_CASE("pcg: a lagged factorisation is renewed as soon as that lowers the mean cost") {
    // Of an ever worse matrix, a costly factor is kept longer.
    Solvers solvers;
    const auto n_factors = [&](const std::string& cost) {
        const auto solver = solvers.make(
            "{type: pcg, preconditioner: lagged_factorisation, factor_cost: " + cost + "}");
        GridTangent A(6);
        const FixedMask fixed = some_fixed(A.size());
        const Vector b = random_vector(A.size());
        for (int k = 0; k < 12; ++k) {
            iterations(*solver, A, fixed, b);
            A.scale_diagonal(1.02);
        }
        nlohmann::json report;
        solver->report(report);
        return report["factor"]["factorisations"].get<int>();
    };
    CHECK(n_factors("0") == 12);
    CHECK(n_factors("10") < 12);
    CHECK(n_factors("10") > n_factors("40"));
    CHECK(n_factors("1e6") == 1);
}

TEST_CASE("pcg: with a rounded factor solutions are as precise") {
    Solvers solvers;
    GridTangent A(8);
    const FixedMask fixed = some_fixed(A.size());
    const Vector b = random_vector(A.size());
    std::vector<int> n;
    for (const std::string rounded : {"false", "true"}) {
        const auto solver = solvers.make(
            "{type: pcg, preconditioner: lagged_factorisation, rounded: " + rounded + "}");
        Vector x;
        REQUIRE_FALSE(solver->prepare(A, fixed));
        const LinearOutcome outcome = solver->solve(b, x, 1e-12);
        REQUIRE_FALSE(outcome.event);
        const Vector exact = dense_solution(A, fixed, b);
        CHECK((x - exact).norm() < 1e-10 * exact.norm());
        n.push_back(outcome.iterations);
    }
    CHECK(n[0] == 1);
    CHECK(n[1] > 1);
    CHECK(n[1] <= 4);
}

TEST_CASE("pcg: a lagged factorisation that turns with the nodes is exact where they only turn") {
    Solvers solvers;
    const TurnedGrid rest(0), turned(0.8);
    // Whole nodes are held, and one along x alone, which is left as it is.
    FixedMask fixed{std::vector<char>(std::size_t(rest.size()), 0), 1, rest.size() - 9};
    for (Index i = 0; i < 9; ++i) fixed.fixed[std::size_t(i)] = 1;
    const Vector b = random_vector(rest.size());
    const auto solve = [&](const std::string& turn, const FixedMask& mask) {
        const auto solver = solvers.make(
            "{type: pcg, preconditioner: lagged_factorisation, rounded: false, co_rotate: " + turn +
            "}");
        Vector x;
        REQUIRE_FALSE(solver->prepare(rest, mask));
        REQUIRE_FALSE(solver->solve(b, x, 1e-10).event);
        REQUIRE_FALSE(solver->prepare(turned, mask));
        const LinearOutcome outcome = solver->solve(b, x, 1e-10);
        REQUIRE_FALSE(outcome.event);
        Vector Ax;
        turned.apply(x, Ax);
        for (Index i = 0; i < b.size(); ++i)
            if (!mask.fixed[std::size_t(i)]) CHECK(Ax[i] == Approx(b[i]).margin(1e-8));
        return outcome.iterations;
    };
    CHECK(solve("true", fixed) <= 2);
    CHECK(solve("false", fixed) > 10);
    fixed.fixed[30] = 1;
    fixed.revision = 2;
    const int with_one_constrained = solve("true", fixed);
    CHECK(with_one_constrained > 2);
    CHECK(with_one_constrained < 10);
}

TEST_CASE("pcg: a restored lagged factorisation goes on bitwise, turned too") {
    Solvers solvers;
    const std::string written = "{type: pcg, preconditioner: lagged_factorisation}";
    const auto first = solvers.make(written), second = solvers.make(written);
    const TurnedGrid then(0.2), now(0.9);
    FixedMask fixed{std::vector<char>(std::size_t(then.size()), 0), 1, then.size() - 4};
    for (const std::size_t i : {0, 1, 2, 31}) fixed.fixed[i] = 1;
    const Vector b = random_vector(then.size());
    Vector x, y;
    REQUIRE_FALSE(first->prepare(then, fixed));
    first->solve(b, x, 1e-8);
    Archive archive;
    first->save(archive, "linear");
    second->restore(archive, "linear");
    for (LinearSolver* solver : {first.get(), second.get()}) {
        REQUIRE_FALSE(solver->prepare(now, fixed));
        REQUIRE_FALSE(solver->solve(b, solver == first.get() ? x : y, 1e-8).event);
    }
    CHECK(x == y);
}

TEST_CASE("pcg: a restored lagged factorisation goes on bitwise") {
    Solvers solvers;
    const std::string written = "{type: pcg, preconditioner: lagged_factorisation}";
    const auto first = solvers.make(written), second = solvers.make(written);
    GridTangent A(6);
    const FixedMask fixed = some_fixed(A.size());
    const Vector b = random_vector(A.size());
    iterations(*first, A, fixed, b);
    Archive archive;
    first->save(archive, "linear");
    second->restore(archive, "linear");
    A.scale_diagonal(1.1);
    Vector x, y;
    REQUIRE_FALSE(first->prepare(A, fixed));
    REQUIRE_FALSE(second->prepare(A, fixed));
    const int n = first->solve(b, x, 1e-8).iterations;
    CHECK(second->solve(b, y, 1e-8).iterations == n);
    CHECK(n > 2);
    CHECK(x == y);
}

TEST_CASE("pcg: the way back of a step that is stopped leads to the factor before it") {
    Solvers solvers;
    const auto solver =
        solvers.make("{type: pcg, preconditioner: lagged_factorisation, factor_cost: 3}");
    GridTangent A(6);
    const FixedMask fixed = some_fixed(A.size());
    const Vector b = random_vector(A.size());
    iterations(*solver, A, fixed, b);
    const std::function<void()> way_back = solver->way_back();
    A.scale_diagonal(1.1);
    const int with_old = iterations(*solver, A, fixed, b);
    const int with_new = iterations(*solver, A, fixed, b);  // it was due
    CHECK(with_new < with_old);
    way_back();
    CHECK(iterations(*solver, A, fixed, b) == with_old);
}

TEST_CASE("pcg: parameters of another preconditioner are refused") {
    Solvers solvers;
    for (const std::string set : {"factor_cost: 3", "refresh_above: 7", "co_rotate: false",
                                  "rounded: false", "factor: {type: dense}"}) {
        const std::string name = set.substr(0, set.find(':'));
        CHECK_THROWS_WITH(
            solvers.make("{type: pcg, preconditioner: jacobi, " + set + "}"),
            Catch::Contains(name + " is of the preconditioner lagged_factorisation, and this "
                                   "one is jacobi") &&
                Catch::Contains("take preconditioner: lagged_factorisation"));
        CHECK_NOTHROW(
            solvers.make("{type: pcg, preconditioner: lagged_factorisation, " + set + "}"));
    }
}

TEST_CASE("pcg: too few iterations are a failure that names the residual") {
    Solvers solvers;
    const auto solver = solvers.make("{type: pcg, max_iterations: 3}");
    const GridTangent A(6);
    const FixedMask fixed = some_fixed(A.size());
    REQUIRE_FALSE(solver->prepare(A, fixed));
    Vector x;
    const Event event = solver->solve(random_vector(A.size()), x, 1e-10).event;
    CHECK(event.kind == Event::Kind::not_converged);
    CHECK_THAT(event.detail, Catch::Contains("relative residual") && Catch::Contains("after 3"));
}
