#include <catch2/catch.hpp>

#include "chain.hpp"

using namespace sinew::bbw;

TEST_CASE("bbw: pivoting ends on the minimum from whatever guess, bounds to the last bit") {
    const int n = 40;
    const Sparse Q = test::beam(n);
    const BoxProblem problem{Q, test::pull(n)};
    const Vector expected = test::relaxed(problem);
    REQUIRE(expected.minCoeff() == 0);
    REQUIRE(expected.maxCoeff() == 1);
    for (const At guess : {At::lower, At::between, At::upper}) {
        const Settled settled = settle(problem, std::vector<At>(std::size_t(n), guess));
        REQUIRE(settled.done);
        CHECK(settled.error < 1e-9);
        CHECK(settled.n_steps > 0);
        CHECK((settled.w - expected).cwiseAbs().maxCoeff() < 1e-9);
        for (int i = 0; i < n; ++i) {
            if (settled.at[std::size_t(i)] == At::lower) CHECK(settled.w(i) == 0);
            if (settled.at[std::size_t(i)] == At::upper) CHECK(settled.w(i) == 1);
        }
    }
}
