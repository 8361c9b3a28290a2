// Files and folders that a command line names and that cannot be used.
#include <catch2/catch.hpp>
#include <support/program.hpp>
#include <support/shut_folder.hpp>
#include <support/skip.hpp>

using namespace sinew::test;
using Catch::Contains;

namespace {

const std::string empty_scene =
    "sinew: 1\ntime: {end: 1 s, step: 1 s}\nscene:\n  - node: nothing\n";

}  // namespace

TEST_CASE("sinew: an option or an argument that is empty is a mistake, in every program") {
    const WorkFolder folder;
    const auto mistake = [&](const std::string& arguments) {
        const Outcome outcome = call(arguments);
        CHECK(outcome.code == 2);
        return outcome.text;
    };
    const std::string scene = folder.write("a.yaml", "sinew: 1\n");
    CHECK_THAT(mistake("run " + scene + " -o " + folder.path("out") + " --from ''"),
               Contains("sinew run: --from is empty; give it a value, or leave it out"));
    CHECK_FALSE(std::filesystem::exists(folder.path("out")));
    for (const char* command : {"run", "export"})
        CHECK_THAT(mistake(command + (" " + scene) + " -o ''"), Contains("--output is empty"));
    CHECK_THAT(mistake("run ''"), Contains("sinew run: SCENE is empty"));
    CHECK_THAT(mistake("render " + folder.path() + " --field ''"),
               Contains("sinew render: --field is empty"));
    CHECK_THAT(mistake("bench full -o ''"), Contains("sinew bench: --output is empty"));
}

TEST_CASE("sinew: names that no file can have are mistakes, with the system's reason") {
    const WorkFolder folder;
    const std::string scene = folder.write("none.yaml", empty_scene);
    const std::string name(300, 'x'), beside = folder.path(name);
    const std::vector<std::string> commands{
        "info " + beside, "render " + beside, "export " + scene + " -o " + beside,
        "new plugin load/mine -o " + beside,
        "run " + scene + " -o " + folder.path("out") + " --from " + beside};
    for (const std::string& command : commands) {
        CAPTURE(command);
        const Outcome outcome = call(command);
        CHECK(outcome.code == 2);
        CHECK_THAT(outcome.text, Contains("error: cannot look for " + folder.path()) &&
                                     Contains(": File name too long\n  remedy: check the path"));
    }
}

TEST_CASE("sinew: folders without permission are mistakes, with the system's reason") {
    if (geteuid() == 0) {
        skip("root may look everywhere");
        return;
    }
    const WorkFolder folder;
    const std::string scene = folder.write("none.yaml", empty_scene);
    const std::string shut = folder.path("shut");
    std::filesystem::create_directory(shut);
    const ShutFolder shut_now(shut, std::filesystem::perms::none);
    const std::vector<std::string> commands{
        "info " + shut,
        "info " + shut + "/run.json",
        "render " + shut,
        "export " + scene + " -o " + shut + "/a.h5",
        "new plugin load/mine -o " + shut,
        "new plugin load/mine -o " + shut + "/mine",
        "bench full --quick -o " + shut + "/bench",
        "run " + scene + " -o " + folder.path("out") + " --from " + shut + "/a.h5"};
    for (const std::string& command : commands) {
        CAPTURE(command);
        const Outcome outcome = call(command);
        CHECK(outcome.code == 2);
        CHECK_THAT(outcome.text, Contains("error: cannot ") && Contains(shut) &&
                                     Contains("Permission denied") && Contains("remedy: "));
    }
}
