#include <catch2/catch.hpp>

#include "falling.hpp"

TEST_CASE("central_difference: a free body falls as Galileo says, to round-off") {
    const std::vector<double> z = sinew::testing::falling("central_difference");
    REQUIRE(z.size() == 21);
    for (int n = 0; n <= 20; ++n)
        CHECK(z[std::size_t(n)] == Approx(-0.5 * 10 * 1e-4 * n * n).margin(1e-10));
}
