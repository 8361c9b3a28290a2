#include <catch2/catch.hpp>
#include <chrono>
#include <sinew/kernel/diagnostics/activity.hpp>
#include <thread>

using namespace sinew;
using Catch::Contains;

namespace {

void wait() {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
}

constexpr double least = 0.02;  // [s]

}  // namespace

TEST_CASE("activities: the innermost that takes long is reported, and how long it took") {
    forget_reported_activities();
    {
        const Activity outer("solver/static of /beam");
        Activity inner("the mesh of /beam");
        inner.detail("8000 cells");
        CHECK(news_of_activities(10).empty());
        wait();
        const std::vector<std::string> lines = news_of_activities(least);
        REQUIRE(lines.size() == 1);
        CHECK_THAT(lines[0], Contains("the mesh of /beam has been under way for 0.0") &&
                                 Contains(" s: 8000 cells"));
        CHECK(news_of_activities(least).empty());
    }
    const std::vector<std::string> lines = news_of_activities(least);
    REQUIRE(lines.size() == 1);
    CHECK_THAT(lines[0], Contains("the mesh of /beam took 0.0"));
}

TEST_CASE("activities: what is short is never reported, and the same name only once") {
    forget_reported_activities();
    { const Activity quick("a quick one"); }
    CHECK(news_of_activities(least).empty());
    for (int k = 0; k < 2; ++k) {
        const Activity factor("a factor");
        wait();
        const std::vector<std::string> lines = news_of_activities(least);
        REQUIRE(lines.size() == 1);
        CHECK_THAT(lines[0], Contains(k == 0 ? "a factor has been" : "a factor took"));
    }
    CHECK(news_of_activities(least).empty());
}

TEST_CASE("activities: what goes on is reported again when it has taken five times as long") {
    forget_reported_activities();
    {
        Activity training("a training");
        const auto start = std::chrono::steady_clock::now();
        int n_reported = 0;
        double seconds = 0;
        while (seconds < 0.6) {
            seconds =
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            training.detail(std::to_string(n_reported));
            for (const std::string& line : news_of_activities(least)) {
                CHECK_THAT(line, Contains(" s: " + std::to_string(n_reported)));
                ++n_reported;
            }
        }
        // At 0.02, 0.1 and 0.5 s, or later ones if this thread had to wait.
        CHECK(n_reported >= 2);
        CHECK(n_reported <= 3);
    }
    CHECK(news_of_activities(least).size() == 1);
}

TEST_CASE("activities: seconds in words have no more digits than are of use") {
    CHECK(seconds_words(0.6712) == "0.67 s");
    CHECK(seconds_words(12.345) == "12 s");
    CHECK(seconds_words(161.7) == "162 s");
}
