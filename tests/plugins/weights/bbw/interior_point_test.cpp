#include <catch2/catch.hpp>
#include <numeric>

#include "chain.hpp"

using namespace sinew::bbw;

TEST_CASE("bbw: the interior point tells what each variable is at") {
    const int n = 40;
    const Sparse Q = test::beam(n);
    const BoxProblem problem{Q, test::pull(n)};
    const Vector expected = test::relaxed(problem);
    std::vector<int> all(std::size_t(n), 0);
    std::iota(all.begin(), all.end(), 0);
    int n_steps = 3;
    const std::vector<At> at = near_minimum(problem, Vector::Constant(n, 0.5), all, n_steps);
    CHECK(n_steps > 3);
    CHECK(n_steps < 40);
    int n_at_bounds = 0;
    for (int i = 0; i < n; ++i) {
        if (expected(i) > 1e-3 && expected(i) < 1 - 1e-3) CHECK(at[std::size_t(i)] == At::between);
        if (expected(i) == 0 || expected(i) == 1) ++n_at_bounds;
    }
    CHECK(n_at_bounds > 5);
    int n_right = 0;
    for (int i = 0; i < n; ++i)
        n_right += (expected(i) == 0 && at[std::size_t(i)] == At::lower) ||
                   (expected(i) == 1 && at[std::size_t(i)] == At::upper);
    CHECK(n_right >= n_at_bounds - 2);
}

TEST_CASE("bbw: the interior point leaves what is not in the subset at 0") {
    const int n = 20;
    const Sparse Q = test::beam(n);
    int n_steps = 0;
    const std::vector<At> at =
        near_minimum({Q, -Vector::Ones(n)}, Vector::Constant(n, 0.5), {3, 4, 5, 6}, n_steps);
    for (int i = 0; i < n; ++i)
        if (i < 3 || i > 6) CHECK(at[std::size_t(i)] == At::lower);
}
