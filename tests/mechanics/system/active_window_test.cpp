#include <catch2/catch.hpp>
#include <sinew/mechanics/system/active_window.hpp>

using namespace sinew;

TEST_CASE("a window without bounds is always open") {
    const ActiveWindow window;
    REQUIRE(window.active(0));
    REQUIRE(window.active(1e9));
}

TEST_CASE("a window acts in the steps that end after `from`, up to and at `until`") {
    ActiveWindow window;
    window.from = 1.0;
    window.until = 2.0;
    REQUIRE_FALSE(window.active(0));
    REQUIRE_FALSE(window.active(1.0));
    REQUIRE(window.active(1.01));
    REQUIRE(window.active(2.0));
    REQUIRE_FALSE(window.active(2.01));
}

TEST_CASE("rounding of the clock does not move a window's bounds") {
    ActiveWindow window;
    window.from = 0.3;
    window.until = 0.7;
    const double step = 0.1;
    REQUIRE_FALSE(window.active(3 * step));  // 0.30000000000000004
    REQUIRE(window.active(4 * step));
    REQUIRE(window.active(7 * step));  // 0.7000000000000001
    REQUIRE_FALSE(window.active(8 * step));
}

TEST_CASE("a window that opens at zero acts at time zero") {
    ActiveWindow window;
    window.from = 0.0;
    REQUIRE(window.active(0));
    window.from = 0.5;
    REQUIRE_FALSE(window.active(0));
}
