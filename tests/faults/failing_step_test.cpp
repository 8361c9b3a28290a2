// Scenes without a mistake whose steps cannot be computed: they end with exit code 1.
#include <catch2/catch.hpp>

#include "faulty_scene.hpp"

using namespace sinew::test;
using Catch::Contains;

TEST_CASE(
    "failing step: a load too large for static convergence is an event with a remedy, code 1") {
    const WorkFolder folder;
    const std::string scene = folder.write(
        "beam.yaml", static_beam({{"gravity", "gravity, acceleration: [-1e9, 0, 0]"}}));
    const Outcome outcome = call("run " + scene + " -o " + folder.path("out"));
    CHECK(outcome.code == 1);
    CHECK_THAT(
        outcome.text,
        Contains("beam.yaml:9:13: error: load too large for static convergence at time 0 s") &&
            Contains("after its increment was halved 10 times: ") &&
            // Which of the two is reported first depends on the last bits, and so on the processor.
            (Contains("/beam did not converge") || Contains("of /beam is inverted")) &&
            Contains("remedy: apply the load more slowly"));
    CHECK_THAT(folder.read("out/run.json"), Contains("\"status\": \"failed\""));
}

TEST_CASE(
    "failing step: an expression without a value is reported once, at its own place, code 1") {
    const WorkFolder folder;
    const std::string scene = folder.write(
        "beam.yaml",
        static_beam(
            {{"gravity", "body_force, force:\n        {expr: ['0', '0', 'log(0.07 - t)']}"}}));
    const Outcome outcome = call("run " + scene + " -o " + folder.path("out"));
    CHECK(outcome.code == 1);
    CHECK_THAT(outcome.text,
               Contains("beam.yaml:9:27: error: the expression 'log(0.07 - t)' is not a number at "
                        "t = 0.1 s") &&
                   Contains("plugin: load/body_force") &&
                   Contains("remedy: keep it finite over the whole run"));
    CHECK(outcome.text.find("error: ") == outcome.text.rfind("error: "));
}
