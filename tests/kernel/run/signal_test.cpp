#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "child_run.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

TEST_CASE("signals: SIGINT, SIGTERM and SIGHUP end the step, close the results, exit with 130") {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        SceneFolder folder(
            "    solver: {type: counter, sleep: 20 ms}\n"
            "    outputs: [{type: trace}, {type: trace, name: thin, every: 1000 s}]\n",
            "{end: 1000 s, step: 0.1 s}");
        const pid_t child = start(folder);
        wait_for_step(folder, "3");
        kill(child, signal);
        const int status = status_of(child);
        REQUIRE(WIFEXITED(status));
        CHECK(WEXITSTATUS(status) == 130);
        const auto report = folder.report();
        CHECK(report["status"] == "stopped");
        const std::string last = std::to_string(report["time"]["steps_done"].get<long>());
        CHECK_THAT(folder.trace(), Contains(" " + last + " finish"));
        CHECK(folder.trace("thin") == "begin 0 0 " + last + " finish ");
    }
}

TEST_CASE("signals: under nohup, which ignores SIGHUP, a run does not mind it") {
    SceneFolder folder("    solver: {type: counter, sleep: 10 ms}\n    outputs: [{type: trace}]\n",
                       "{end: 1000 s, step: 0.1 s}");
    const pid_t child = fork();
    if (child == 0) {
        std::signal(SIGHUP, SIG_IGN);
        _exit(folder.run());
    }
    wait_for_step(folder, "3");
    kill(child, SIGHUP);
    wait_for_step(folder, "9");
    kill(child, SIGTERM);
    const int status = status_of(child);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 130);
}

TEST_CASE("signals: the second one ends the process at once") {
    SceneFolder folder("    solver: {type: counter, sleep: 0.2 s}\n    outputs: [{type: trace}]\n",
                       "{end: 1000 s, step: 0.1 s}");
    const pid_t child = start(folder);
    wait_for_step(folder, "1");
    // The first is taken within a step of 0.2 s, the second surely before it ends.
    kill(child, SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    kill(child, SIGINT);
    const int status = status_of(child);
    CHECK((WIFSIGNALED(status) || WEXITSTATUS(status) == 130));
}

TEST_CASE("signals: a build that does not ask for a stop is ended within two seconds") {
    SceneFolder folder("    solver: {type: counter, build: 20 s}\n    outputs: [{type: trace}]\n");
    const pid_t child = start(folder);
    while (!std::filesystem::exists(folder.out() / "run.json"))
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    const auto begin = std::chrono::steady_clock::now();
    kill(child, SIGTERM);
    const int status = status_of(child);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 130);
    CHECK(taken.count() < 2);
    CHECK(folder.report()["status"] == "stopped");
}

TEST_CASE("signals: a build that takes long tells what it is at, unless it is quiet") {
    SceneFolder folder("    solver: {type: counter, build: 2.4 s}\n");
    const auto started = [&](const std::string& name, bool quiet) {
        const pid_t child = fork();
        if (child == 0) {
            std::filesystem::create_directories(folder.out());
            if (!freopen((folder.path() / name).c_str(), "w", stderr)) _exit(9);
            RunOptions options = folder.options(name + "-out");
            options.quiet = quiet;
            _exit(run_scene(options));
        }
        return child;
    };
    const pid_t loud = started("loud", false), quiet = started("quiet", true);
    CHECK(status_of(loud) == 0);
    CHECK(status_of(quiet) == 0);
    CHECK_THAT(text_of(folder.path() / "loud"),
               Contains("solver/counter of /a has been under way for 2") &&
                   Contains("solver/counter of /a took 2.4 s"));
    CHECK(text_of(folder.path() / "quiet").find("solver/counter") == std::string::npos);
}

TEST_CASE("signals: while a run goes on, and after it was killed, run.json says it is running") {
    SceneFolder folder("    solver: {type: counter, sleep: 5 ms}\n    outputs: [{type: trace}]\n",
                       "{end: 1000 s, step: 0.1 s}");
    const pid_t child = start(folder);
    wait_for_step(folder, "1");
    kill(child, SIGKILL);
    CHECK(WIFSIGNALED(status_of(child)));
    CHECK(folder.report()["status"] == "running");
}
