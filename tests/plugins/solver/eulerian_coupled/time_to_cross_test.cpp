#include "eulerian_coupled/time_to_cross.hpp"

#include <catch2/catch.hpp>

using sinew::eulerian::time_to_cross;

TEST_CASE("time to cross: v dt + a dt^2 is the distance, for slow and fast things") {
    for (const double v : {0.0, 1e-9, 0.3, 40.0})
        for (const double a : {1e-12, 0.5, 9.81}) {
            const double dt = time_to_cross(0.02, v, a);
            CHECK(v * dt + a * dt * dt == Approx(0.02).epsilon(1e-12));
        }
    CHECK(time_to_cross(0.02, 2, 0) == Approx(0.01));
    CHECK(std::isinf(time_to_cross(0.02, 0, 0)));
    CHECK_THROWS_AS(time_to_cross(0.02, std::nan(""), 1), sinew::ComputationError);
}
