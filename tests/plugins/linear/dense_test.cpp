#include <catch2/catch.hpp>

#include "linear_support.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("dense: more degrees of freedom than a full matrix is good for are refused") {
    Solvers solvers;
    const auto dense = solvers.make("{type: dense}");
    const GridTangent A(12);
    REQUIRE(A.size() == 5184);
    const FixedMask none{std::vector<char>(std::size_t(A.size()), 0), 1, A.size()};
    try {
        (void)dense->prepare(A, none);
        FAIL("it was taken");
    } catch (const InputError& error) {
        const Diagnostic& told = error.diagnostics().front();
        CHECK(told.message ==
              "linear/dense takes at most 5000 free degrees of freedom, and there are 5184");
        CHECK(told.remedy == "use linear: {type: cholesky}");
    }
}

TEST_CASE("dense: what is constrained does not count") {
    Solvers solvers;
    const auto dense = solvers.make("{type: dense}");
    const GridTangent A(12);
    FixedMask most{std::vector<char>(std::size_t(A.size()), 1), 1, 3};
    for (int i = 0; i < 3; ++i) most.fixed[std::size_t(i)] = 0;
    REQUIRE_FALSE(dense->prepare(A, most));
    const Vector b = random_vector(A.size());
    Vector x, Ax;
    REQUIRE_FALSE(dense->solve(b, x, 1e-12).event);
    A.apply(x, Ax);
    CHECK((Ax - b).head<3>().norm() < 1e-12 * b.norm());
    CHECK(x.tail(A.size() - 3).isZero(0));
}
