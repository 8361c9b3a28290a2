#include <catch2/catch.hpp>

#include "falling.hpp"

TEST_CASE("implicit_euler: a free body falls ahead by half a step's velocity: g h^2 n (n + 1)/2") {
    const std::vector<double> z = sinew::testing::falling("implicit_euler");
    REQUIRE(z.size() == 21);
    for (int n = 0; n <= 20; ++n)
        CHECK(z[std::size_t(n)] == Approx(-10 * 1e-4 * n * (n + 1) / 2).margin(1e-10));
}
