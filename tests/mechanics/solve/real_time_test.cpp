#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/solve/real_time.hpp>
#include <thread>

using namespace sinew;

TEST_CASE("real time: steps are released no sooner than the clock says") {
    RealTime pace;
    const auto start = RealTime::Clock::now();
    for (int k = 0; k < 5; ++k) pace.run(0.01, true, [] {});
    const std::chrono::duration<double> taken = RealTime::Clock::now() - start;
    CHECK(taken.count() >= 0.04);
    CHECK(pace.n_steps() == 5);
}

TEST_CASE("real time: each late step is counted once, and durations have their percentiles") {
    RealTime pace;
    for (int k = 0; k < 8; ++k)
        pace.run(0.005, true, [] { std::this_thread::sleep_for(std::chrono::milliseconds(15)); });
    CHECK(pace.n_missed() == 8);
    CHECK(pace.longest() >= 0.015);
    CHECK(pace.percentile(0.99) >= 0.0148);
    CHECK(pace.percentile(0.5) <= pace.percentile(0.99));
    nlohmann::json report;
    pace.report(report);
    CHECK(report["steps"] == 8);
    CHECK(report["missed_deadlines"] == 8);
}

TEST_CASE("real time: what is done between steps takes their time") {
    using std::chrono::milliseconds;
    const auto run = [](int n, milliseconds of_step, milliseconds of_output) {
        RealTime pace;
        for (int k = 0; k < n; ++k) {
            pace.run(0.02, true,
                     [&] { std::this_thread::sleep_for(k > 0 ? of_step : 3 * of_step); });
            std::this_thread::sleep_for(of_output);
        }
        return pace.n_missed();
    };
    // Either alone would keep pace; together they last 24 ms of 20.
    CHECK(run(8, milliseconds(10), milliseconds(14)) == 8);
    RealTime slow;
    for (int k = 0; k < 5; ++k) slow.run(1e3, false, [] {});
    CHECK(slow.n_missed() == 0);
}

TEST_CASE("real time: a warning with numbers where more than a tenth of the steps are late") {
    const auto nap = [] { std::this_thread::sleep_for(std::chrono::microseconds(10)); };
    RealTime pace;
    CHECK_FALSE(pace.warning());
    for (int k = 0; k < 90; ++k) pace.run(1e3, false, nap);
    for (int k = 0; k < 10; ++k) pace.run(1e-6, false, nap);
    CHECK_FALSE(pace.warning());
    pace.run(1e-6, false, nap);
    REQUIRE(pace.warning());
    CHECK_THAT(
        pace.warning()->message,
        Catch::StartsWith("11 of 101 steps (11%) did not keep pace with the clock: a step of "
                          "0.001 ms took ") &&
            Catch::Contains("in the median, 99% of them less than "));
}
