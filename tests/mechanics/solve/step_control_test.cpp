#include <catch2/catch.hpp>
#include <sinew/mechanics/solve/step_control.hpp>
#include <vector>

using namespace sinew;

TEST_CASE("An interval that succeeds is covered in one attempt of its exact length") {
    int calls = 0;
    const CutbackOutcome outcome = cover_interval(0.1, 0.3, 8, [&](double t, double dt) {
        ++calls;
        CHECK(t == 0.1);
        CHECK(dt == 0.3 - 0.1);
        return Event{};
    });
    CHECK(calls == 1);
    CHECK(outcome.cuts == 0);
    CHECK_FALSE(outcome.event);
}

TEST_CASE("Steps are cut where it is hard, grow back after it and end exactly at the end") {
    // Around t = 0.5 only steps up to 1/16 succeed.
    std::vector<double> lengths;
    double reached = 0;
    const CutbackOutcome outcome = cover_interval(0, 1, 8, [&](double t, double dt) {
        const bool hard = t + dt > 0.4 && t < 0.55;
        if (hard && dt > 1.0 / 16) return Event{Event::Kind::not_converged, "", -1, ""};
        CHECK(t == reached);
        reached = t + dt;
        lengths.push_back(dt);
        return Event{};
    });
    CHECK_FALSE(outcome.event);
    CHECK(reached == 1.0);
    CHECK(outcome.time == 1.0);
    CHECK(lengths.front() == 0.25);
    CHECK(*std::min_element(lengths.begin(), lengths.end()) == 1.0 / 16);
    CHECK(lengths.back() == 0.25);
    CHECK(outcome.steps == static_cast<int>(lengths.size()));
}

TEST_CASE("An interval that cannot be covered ends with the event and the time of the failure") {
    const CutbackOutcome outcome = cover_interval(0, 1, 3, [](double t, double dt) {
        return t + dt > 0.5 ? Event{Event::Kind::inverted, "/beam", 7, ""} : Event{};
    });
    CHECK(outcome.event.kind == Event::Kind::inverted);
    CHECK(outcome.time == 0.5);
    CHECK(outcome.failed_step == 0.125);
}
