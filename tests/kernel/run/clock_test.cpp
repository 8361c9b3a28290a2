#include <catch2/catch.hpp>
#include <sinew/kernel/run/clock.hpp>
#include <vector>

using namespace sinew;

TEST_CASE("clock: the last step ends at the end, or just past it") {
    CHECK(make_clock(2, 1.0 / 90).n_steps == 180);
    CHECK(make_clock(1, 0.1).n_steps == 10);
    CHECK(make_clock(1, 0.3).n_steps == 4);
    CHECK(make_clock(0, 0.3).n_steps == 0);
    CHECK(make_clock(0.1, 0.3).n_steps == 1);
    CHECK(make_clock(1e-6, 1).n_steps == 1);
    CHECK(make_clock(1e-300, 1).n_steps == 1);
    CHECK(make_clock(1e6, 1e-3).n_steps == 1000000000);
}

TEST_CASE("clock: an output's period sees time 0, each first step at or past a multiple, the end") {
    const auto seen = [](double end, double step, double every) {
        Clock clock = make_clock(end, step);
        std::vector<long> indices;
        for (; clock.index <= clock.n_steps; ++clock.index)
            if (is_due(clock, every)) indices.push_back(clock.index);
        return indices;
    };
    CHECK(seen(1, 0.1, 0.25) == std::vector<long>{0, 3, 5, 8, 10});
    CHECK(seen(1, 0.1, 0.3) == std::vector<long>{0, 3, 6, 9, 10});
    CHECK(seen(0.5, 0.1, 0.01) == std::vector<long>{0, 1, 2, 3, 4, 5});
    CHECK(seen(0.5, 0.1, 7) == std::vector<long>{0, 5});
    // A period of three steps of 1/90 s is hit exactly, for long.
    const std::vector<long> third = seen(100, 1.0 / 90, 1.0 / 30);
    CHECK(third.size() == 3001);
    CHECK(third[3000] == 9000);
}

TEST_CASE("clock: the last step that an output sees lies a period back at most") {
    const Clock clock = make_clock(1, 0.1);
    for (const auto& [index, last] : {std::pair{0L, 0L}, {2L, 0L}, {3L, 3L}, {4L, 3L}, {10L, 10L}})
        CHECK(last_due_step({clock.step, clock.n_steps, index}, 0.25) == last);
}
