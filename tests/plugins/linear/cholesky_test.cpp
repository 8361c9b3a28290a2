#include <catch2/catch.hpp>

#include "linear_support.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("cholesky analyses a pattern once, and again when other coordinates are fixed") {
    Solvers solvers;
    const auto solver = solvers.make("{type: cholesky}");
    GridTangent A(4);
    nlohmann::json report;
    for (int k = 0; k < 3; ++k) REQUIRE_FALSE(solver->prepare(A, some_fixed(A.size(), 1)));
    solver->report(report);
    CHECK(report["analyses"] == 1);
    CHECK(report["factorisations"] == 3);
    FixedMask none{std::vector<char>(static_cast<std::size_t>(A.size()), 0), 2, A.size()};
    REQUIRE_FALSE(solver->prepare(A, none));
    solver->report(report);
    CHECK(report["analyses"] == 2);
}

TEST_CASE("cholesky keeps the ordering that fills less") {
    Solvers solvers;
    const GridTangent A(14);
    const FixedMask fixed = some_fixed(A.size());
    double entries[3];
    int k = 0;
    for (const char* ordering : {"best", "amd", "metis"}) {
        const auto solver =
            solvers.make(std::string("{type: cholesky, ordering: ") + ordering + "}");
        REQUIRE_FALSE(solver->prepare(A, fixed));
        nlohmann::json report;
        solver->report(report);
        entries[k++] = report["factor_entries"];
    }
    CHECK(entries[0] == std::min(entries[1], entries[2]));
}
