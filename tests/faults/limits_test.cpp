// Limits that a shell sets, and readers that go away: each an error with words and a code of its
// own, and run.json is whole.
#include <catch2/catch.hpp>

#include "faulty_scene.hpp"
#include "run_report.hpp"

using namespace sinew::test;
using Catch::Contains;

namespace {

/// A beam whose files are larger than the limits of these tests.
std::string large_beam() {
    return static_beam({{"cells: [4, 1, 1]", "cells: [40, 8, 8]"}});
}

/// The exit code of `sinew` where who reads its output leaves after the first line.
int code_of_cut_off(const std::string& arguments) {
    FILE* pipe = popen(("exec '" SINEW_PROGRAM "' " + arguments).c_str(), "r");
    for (int c = 0; c != '\n' && c != EOF;) c = fgetc(pipe);
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

TEST_CASE("ulimit -f: a file that may not grow further fails the run with code 3") {
    const WorkFolder folder;
    const auto [outputs, file] = GENERATE(std::pair{"[{type: vtu}]", "beam-beam_0000.vtu"},
                                          std::pair{"[{type: checkpoint}]", "checkpoint-"});
    const std::string scene = folder.write(
        "beam.yaml",
        static_beam({{"cells: [4, 1, 1]", "cells: [40, 8, 8]"}, {"[{type: vtu}]", outputs}}));
    const Outcome outcome =
        call("run " + scene + " -o " + folder.path("out") + " --quiet", "ulimit -f 32;");
    CHECK(outcome.code == 3);
    CHECK_THAT(outcome.text,
               Contains("error: cannot write " + folder.path("out/") + file) &&
                   Contains("File too large") &&
                   Contains("remedy: raise the limit on the size of files (ulimit -f)"));
    const nlohmann::json report = report_of(folder);
    CHECK(report["status"] == "failed");
    CHECK_THAT(report["message"].get<std::string>(), Contains("File too large"));
}

TEST_CASE("closed pipe: a run that nobody listens to any more goes on to its end") {
    const WorkFolder folder;
    const std::string scene = folder.write("beam.yaml", large_beam());
    CHECK(code_of_cut_off("run " + scene + " -o " + folder.path("out") + " 2>&1") == 0);
    const nlohmann::json report = report_of(folder);
    CHECK(report["status"] == "ok");
    CHECK(report["time"]["steps_done"] == 2);
    CHECK(std::filesystem::exists(folder.path("out/beam-beam_0002.vtu")));
}

TEST_CASE("closed pipe: what a command says on standard output is missed with code 4") {
    const WorkFolder folder;
    CHECK(code_of_cut_off("schema 2> " + folder.path("errors")) == 4);
    CHECK(folder.read("errors") ==
          "error: standard output was closed before all of it was written\n"
          "  remedy: read it to its end (`| head` does not), or write it to a file\n");
}

TEST_CASE("ulimit -s: a stack of a few pages is refused before it overflows") {
    const Outcome outcome = call("plugins", "ulimit -s 200;");
    CHECK(outcome.code == 1);
    CHECK(outcome.text ==
          "error: the stack may have less than 512 kB, which is too little for Sinew\n"
          "  remedy: raise its limit: ulimit -s 8192\n");
}
