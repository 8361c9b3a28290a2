#include <catch2/catch.hpp>

#include "run_support.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;
using nlohmann::json;

TEST_CASE("run: a scene runs to its end and tells of it in run.json") {
    SceneFolder folder("    solver: {type: counter}\n    outputs: [{type: trace}]\n");
    RunOptions options = folder.options();
    options.overrides = {{"time.step", "0.2 s"}};
    options.n_threads = 2;
    options.environment = {{"colour", "blue"}};
    CHECK(run_scene(options) == 0);
    CHECK(folder.trace() == "begin 0 0 1 2 3 4 5 finish ");
    const json report = folder.report();
    CHECK(report["status"] == "ok");
    CHECK(report["message"].get<std::string>().empty());
    CHECK(report["overrides"] == json{"time.step=0.2 s"});
    CHECK(report["threads"] == 2);
    CHECK(report["environment"]["colour"] == "blue");
    CHECK(report["scene_hash"].get<std::string>().size() == 16);
    CHECK(report["time"]["steps_done"] == 5);
    CHECK(report["time"]["reached"] == Approx(1.0));
    for (const char* phase : {"read", "build", "begin", "steps", "output"})
        CHECK(report["phases"].contains(phase));
    CHECK(report["phases"]["steps"]["count"] == 5);
    CHECK(report["phases"]["output"]["count"] == 6);
    double x = 1;
    for (int i = 0; i < 5; ++i) x = 0.9 * x + i * 0.2;
    CHECK(report["solvers"]["/a"]["x"].get<double>() == Approx(x));
    CHECK(report["solvers"]["/a"]["plugin"] == "solver/counter");
    CHECK(report["outputs"][0]["plugin"] == "output/trace");
    CHECK(report["outputs"][0]["n_seen"] == 6);
}

TEST_CASE("run: `every` thins an output, which always sees the first and the last step") {
    SceneFolder folder(
        "    solver: {type: counter}\n"
        "    outputs: [{type: trace, every: 0.25 s}, {type: trace, name: all}]\n");
    CHECK(folder.run() == 0);
    CHECK(folder.trace() == "begin 0 0 3 5 8 10 finish ");
    CHECK(folder.trace("all") == "begin 0 0 1 2 3 4 5 6 7 8 9 10 finish ");
}

TEST_CASE("run: a scene without a solver is written as it stands, with a warning") {
    SceneFolder folder("    outputs: [{type: trace}]\n", "{end: 0, step: 1}");
    CHECK(folder.run() == 0);
    CHECK(folder.trace() == "begin 0 0 finish ");
    SceneFolder moving("    outputs: [{type: trace}]\n");
    CHECK(moving.run() == 0);
    CHECK_THAT(moving.report()["warnings"][0]["message"].get<std::string>(),
               Contains("no node has a solver"));
}

TEST_CASE("run: what a step throws is reported with node, plugin and time; results stay readable") {
    const auto run = [](const std::string& how) {
        SceneFolder folder("    solver: {type: counter, fail_at: 3, how: " + how +
                           "}\n    outputs: [{type: trace}]\n");
        const int code = folder.run();
        CHECK(folder.trace() == "begin 0 0 1 2 3 finish ");
        json report = folder.report();
        CHECK(report["time"]["steps_done"] == 3);
        CHECK(report["errors"][0]["node"] == "/a");
        CHECK(report["errors"][0]["plugin"] == "solver/counter");
        CHECK(report["errors"][0]["line"] == 6);
        CHECK(report["solvers"]["/a"]["own_steps"] == 3);
        report["code"] = code;
        return report;
    };
    json report = run("standard");
    CHECK(report["status"] == "failed");
    CHECK(report["code"] == 1);
    CHECK(report["message"] ==
          "solver/counter failed while stepping from t = 0.3 s: an index ran away");
    report = run("number");
    CHECK(report["code"] == 1);
    CHECK(report["message"] ==
          "solver/counter failed while stepping from t = 0.3 s: something that is no "
          "std::exception");
    report = run("computation");
    CHECK(report["code"] == 1);
    CHECK(report["message"] == "Newton's method stalls");
    CHECK(report["errors"][0]["remedy"] == "take a smaller step");
    report = run("memory");
    CHECK(report["code"] == 1);
    CHECK(report["message"] == "the memory of this machine does not suffice");
    CHECK(report["errors"][0]["plugin"] == "solver/counter");
    report = run("input");
    CHECK(report["code"] == 2);
    CHECK(report["status"] == "bad_input");
    CHECK(report["message"] == "nothing holds the body");
}

TEST_CASE("run: an output that cannot be written fails the run, and the others are closed") {
    SceneFolder folder(
        "    solver: {type: counter}\n"
        "    outputs: [{type: trace, fail_at: 2}, {type: trace, name: all}]\n");
    CHECK(folder.run() == 1);
    CHECK(folder.report()["status"] == "failed");
    CHECK_THAT(folder.report()["message"].get<std::string>(), Contains("No space left on device"));
    CHECK(folder.report()["errors"][0]["plugin"] == "output/trace");
    CHECK(folder.trace() == "begin 0 0 1 finish ");
    CHECK(folder.trace("all") == "begin 0 0 1 finish ");
}

TEST_CASE("run: bad input leaves a run.json with every mistake") {
    SceneFolder folder("    solver: {type: counter, hwo: 3}\n    outptus: []\n");
    CHECK(folder.run() == 2);
    const json report = folder.report();
    CHECK(report["status"] == "bad_input");
    REQUIRE(report["errors"].size() == 2);
    CHECK(report["errors"][0]["line"] == 6);
    CHECK(report["errors"][1]["column"] == 5);

    RunOptions options = folder.options("none");
    options.scene = folder.path() / "nothing.yaml";
    CHECK(run_scene(options) == 2);
    CHECK(folder.report("none")["status"] == "bad_input");
}

TEST_CASE("run: a run that is refused leaves the run.json of one that came to an end") {
    SceneFolder folder("    solver: {type: counter}\n    outputs: [{type: trace}]\n");
    RunOptions refused = folder.options();
    refused.overrides = {{"scene.a.solver.hwo", "3"}};
    CHECK(run_scene(refused) == 2);
    CHECK(folder.report()["status"] == "bad_input");  // nothing was there
    CHECK(folder.run() == 0);
    const std::string whole = text_of(folder.out() / "run.json");
    CHECK(run_scene(refused) == 2);
    CHECK(text_of(folder.out() / "run.json") == whole);
    CHECK(folder.trace() != "");
}

TEST_CASE("run: too many steps are a mistake in time") {
    SceneFolder folder("    solver: {type: counter}\n", "{end: 1e9 s, step: 1 ns}");
    RunOptions options = folder.options();
    options.overrides = {{"time.step", "1e-9"}};
    CHECK(run_scene(options) == 2);
}

TEST_CASE("run: a folder that cannot be written is refused") {
    SceneFolder folder("    solver: {type: counter}\n");
    RunOptions options = folder.options();
    options.folder = folder.scene() / "out";  // below a file
    CHECK(run_scene(options) == 2);
}
