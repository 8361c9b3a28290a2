#include <catch2/catch.hpp>

#include "run_support.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

namespace {

const char* const node =
    "    solver: {type: counter}\n"
    "    outputs: [{type: snapshot, every: 0.4 s}, {type: trace}]\n";

}  // namespace

TEST_CASE("continue: a run from a checkpoint ends bitwise where the unbroken one ends") {
    SceneFolder folder(node);
    REQUIRE(folder.run() == 0);
    const auto unbroken = folder.report()["solvers"]["/a"]["x"].get<double>();

    RunOptions options = folder.options();
    options.checkpoint = folder.out() / "snapshot-4";
    REQUIRE(run_scene(options) == 0);
    const auto report = folder.report();
    CHECK(report["solvers"]["/a"]["x"].get<double>() == unbroken);
    CHECK(report["solvers"]["/a"]["own_steps"] == 6);
    CHECK(report["continued_from"] == options.checkpoint.string());
    // The checkpoint saw step 4 after the trace did: the trace goes on behind it.
    CHECK_THAT(folder.trace(), Contains("continue 5 5 6 7 8 9 10 finish"));
}

TEST_CASE("continue: a later end, another title and other outputs are the same scene") {
    SceneFolder folder(node);
    REQUIRE(folder.run() == 0);
    RunOptions options = folder.options("longer");
    options.checkpoint = folder.out() / "snapshot-8";
    options.overrides = {{"time.end", "2 s"},
                         {"scene.a.outputs", "[{type: trace}, {type: trace, name: more}]"}};
    CHECK(run_scene(options) == 0);
    CHECK(folder.report("longer")["time"]["steps_done"] == 20);
    CHECK(folder.report("longer")["outputs"][0]["n_seen"] == 9 + 12);
    CHECK(folder.report("longer")["outputs"][1]["n_seen"] == 12);
}

TEST_CASE("continue: a checkpoint of another scene is refused with both hashes") {
    SceneFolder folder(node);
    REQUIRE(folder.run() == 0);
    const std::string hash = folder.report()["scene_hash"];
    RunOptions options = folder.options("other");
    options.checkpoint = folder.out() / "snapshot-4";
    options.overrides = {{"time.step", "0.05"}};
    CHECK(run_scene(options) == 2);
    const std::string message = folder.report("other")["message"];
    CHECK_THAT(message, Contains("belongs to another scene: its hash is " + hash));
    CHECK_THAT(message, Contains(folder.report("other")["scene_hash"].get<std::string>()));
    CHECK_THAT(folder.report("other")["errors"][0]["remedy"].get<std::string>(),
               Contains("--from"));
}

TEST_CASE("continue: a checkpoint past the end, or one that is none") {
    SceneFolder folder(node);
    REQUIRE(folder.run() == 0);
    RunOptions options = folder.options("past");
    options.checkpoint = folder.out() / "snapshot-8";
    options.overrides = {{"time.end", "0.5"}};
    CHECK(run_scene(options) == 2);
    CHECK_THAT(folder.report("past")["message"].get<std::string>(),
               Contains("is at t = 0.8 s, past the end of the run"));
    options.checkpoint = folder.scene();
    CHECK(run_scene(options) == 2);
    CHECK_THAT(folder.report("past")["message"].get<std::string>(), Contains("is no checkpoint"));
}
