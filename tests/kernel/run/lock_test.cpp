#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <sinew/kernel/run/folder_lock.hpp>

#include "child_run.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

namespace {

const std::string counter =
    "    solver: {type: counter, sleep: 20 ms}\n    outputs: [{type: trace}]\n";

int exit_code_of(pid_t child) {
    const int status = status_of(child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string refusal(const std::filesystem::path& folder) {
    try {
        const FolderLock lock(folder);
    } catch (const InputError& error) {
        return error.diagnostics().front().message;
    }
    return {};
}

}  // namespace

TEST_CASE("lock: a second run in a folder is refused, and the first goes on untouched") {
    SceneFolder folder(counter, "{end: 2 s, step: 0.1 s}");
    const pid_t first = start(folder);
    wait_for_step(folder, "2");
    const std::string before = folder.trace();
    CHECK(folder.run() == 2);
    CHECK_THAT(folder.trace(), Catch::StartsWith(before));
    char host[256] = {};
    gethostname(host, sizeof host - 1);
    CHECK(!run_that_died(folder.out()));
    CHECK_THAT(refusal(folder.out()),
               Contains("another run writes into " + folder.out().string()) &&
                   Contains("process " + std::to_string(first)) && Contains(host) &&
                   Contains("since 2"));
    CHECK(exit_code_of(first) == 0);
    CHECK(folder.report()["status"] == "ok");
    CHECK(!run_that_died(folder.out()));
    CHECK_THAT(folder.trace(), Catch::EndsWith(" 20 finish "));
    CHECK(!std::filesystem::exists(folder.out() / FolderLock::file_name));
}

TEST_CASE("lock: of runs that start at once exactly one wins") {
    for (int trial = 0; trial < 10; ++trial) {
        SceneFolder folder(counter, "{end: 1 s, step: 0.1 s}");
        std::vector<pid_t> children;
        for (int k = 0; k < 6; ++k) children.push_back(start(folder));
        std::vector<int> codes;
        for (const pid_t child : children) codes.push_back(exit_code_of(child));
        CHECK(std::count(codes.begin(), codes.end(), 0) == 1);
        CHECK(std::count(codes.begin(), codes.end(), 2) == 5);
        CHECK(folder.trace() == "begin 0 0 1 2 3 4 5 6 7 8 9 10 finish ");
    }
}

TEST_CASE("lock: what a killed run leaves holds nothing") {
    SceneFolder folder(counter);
    const pid_t child = start(folder);
    wait_for_step(folder, "2");
    kill(child, SIGKILL);
    exit_code_of(child);
    CHECK(std::filesystem::exists(folder.out() / FolderLock::file_name));
    CHECK_THAT(run_that_died(folder.out()).value(), Contains("process " + std::to_string(child)));
    const auto half =
        folder.out() / (".checkpoint-0002.h5." + std::to_string(child) + ".sinew-part");
    std::ofstream(half) << "half";
    CHECK(folder.run() == 0);
    CHECK(!std::filesystem::exists(half));
    CHECK(folder.report()["status"] == "ok");
}
