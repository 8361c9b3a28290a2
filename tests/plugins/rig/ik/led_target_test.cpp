#include "ik/led_target.hpp"

#include <catch2/catch.hpp>

using namespace sinew;

TEST_CASE("led target: on lines from point to point, from the first one on") {
    LedTarget target;
    CHECK_FALSE(target.is_led(5));
    const Eigen::Vector3d a(1, 2, 3), b(3, 2, 1);
    target.lead(1, a);
    target.lead(3, b);
    CHECK_FALSE(target.is_led(0.999));
    CHECK(target.is_led(1));
    CHECK(target.at(1) == a);
    CHECK(target.at(3) == b);
    CHECK(target.at(9) == b);
    CHECK((target.at(1.5) - (0.75 * a + 0.25 * b)).norm() < 1e-15);
    target.let_go();
    CHECK_FALSE(target.is_led(1));
}
