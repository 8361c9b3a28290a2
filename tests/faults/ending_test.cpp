// Plugins that end the process: by a crash, by a call of exit(), in a run and when they are loaded.
// Nobody is left to guess which it was.
#include <catch2/catch.hpp>

#include "faulty_scene.hpp"
#include "run_report.hpp"

using namespace sinew::test;
using Catch::Contains;

namespace {

const std::string with_plugins = "SINEW_PLUGIN_PATH='" SINEW_ENDING_PLUGIN_DIR "'";

/// The beam with a load that ends the process in its first step.
std::string beam_that_ends(const std::string& how) {
    return static_beam(
        {{"[{type: gravity}]", "[{type: gravity}, {type: ends, how: " + how + "}]"}});
}

/// Exit code (128 and the signal where one ended it) and all that was printed.
Outcome end_of(const WorkFolder& folder, const std::string& arguments) {
    Program program(arguments + " > '" + folder.path("text") + "' 2>&1", with_plugins);
    Outcome outcome;
    outcome.code = program.wait();
    outcome.text = folder.read("text");
    return outcome;
}

/// Processes that live and have that word on their command line; a child has its parent's.
int n_processes_of(const std::string& word) {
    int n = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        std::ifstream file(entry.path() / "cmdline");
        const std::string line{std::istreambuf_iterator<char>(file), {}};
        n += line.find(word) != std::string::npos;
    }
    return n;
}

/// Processes that live and run that program.
int n_processes_of_program(const std::filesystem::path& program) {
    int n = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
        std::error_code no_process;  // or one of others
        n += std::filesystem::read_symlink(entry.path() / "exe", no_process) == program;
    }
    return n;
}

}  // namespace

TEST_CASE("crash: standard error and run.json name signal, plugin, node and call") {
    const auto [how, signal, name] = GENERATE(std::tuple{"abort", SIGABRT, "SIGABRT"},
                                              std::tuple{"segfault", SIGSEGV, "SIGSEGV"},
                                              std::tuple{"overflow", SIGSEGV, "SIGSEGV"});
    const WorkFolder folder;
    const std::string scene = folder.write("beam.yaml", beam_that_ends(how));
    const Outcome outcome = end_of(folder, "run " + scene + " -o " + folder.path("out"));
    CHECK(outcome.code == 128 + signal);
    CHECK_THAT(
        outcome.text,
        Contains("error: load/ends crashed while stepping from t = 0 s: " + std::string(name)) &&
            Contains("\n  node: /beam\n  plugin: load/ends\n  remedy: what was written"));
    const nlohmann::json report = report_of(folder);
    CHECK(report["status"] == "crashed");
    CHECK_THAT(report["message"].get<std::string>(),
               Contains("load/ends crashed while stepping from t = 0 s: " + std::string(name)));
    CHECK(report["errors"].size() == 1);
    CHECK(report["errors"][0]["message"] == report["message"]);
    CHECK(report["errors"][0]["node"] == "/beam");
    CHECK(report["errors"][0]["plugin"] == "load/ends");
    CHECK(report["scene_hash"].get<std::string>().size() == 16);
    // What was written before stays, and nothing half-written does.
    CHECK(std::filesystem::exists(folder.path("out/beam-beam_0000.vtu")));
    for (const auto& entry : std::filesystem::directory_iterator(folder.path("out")))
        CHECK(entry.path().filename().string().find("run.json.") == std::string::npos);
}

TEST_CASE("crash: a stack that overflows on a thread beside the main one is reported, too") {
    const WorkFolder folder;
    const std::string scene = folder.write("beam.yaml", beam_that_ends("worker"));
    const Outcome outcome =
        end_of(folder, "run " + scene + " -o " + folder.path("out") + " --threads 2");
    CHECK(outcome.code == 128 + SIGSEGV);
    CHECK_THAT(outcome.text, Contains("error: load/ends crashed while stepping from t = 0 s"));
    CHECK(report_of(folder)["status"] == "crashed");
}

TEST_CASE("exit: a plugin that calls exit(0) is a failure with its name, not the end of a run") {
    const std::string how = GENERATE("exit", "quick_exit");
    const WorkFolder folder;
    const std::string scene = folder.write("beam.yaml", beam_that_ends(how));
    const Outcome outcome = end_of(folder, "run " + scene + " -o " + folder.path("out"));
    CHECK(outcome.code == 1);
    CHECK_THAT(outcome.text, Contains("error: load/ends called exit() while stepping from t = 0 s\n"
                                      "  node: /beam\n  plugin: load/ends\n"
                                      "  remedy: no plugin or library may end Sinew"));
    const nlohmann::json report = report_of(folder);
    CHECK(report["status"] == "failed");
    CHECK(report["message"] == "load/ends called exit() while stepping from t = 0 s");
}

TEST_CASE("exit: `Exit;` in a file that Gmsh reads is a mistake of that file") {
    const WorkFolder folder;
    folder.write("exits.geo",
                 "SetFactory(\"OpenCASCADE\");\nBox(1) = {0, 0, 0, 1, 0.1, 0.1};\nExit;\n");
    const std::string scene = folder.write("beam.yaml", beam_of_file("gmsh", "exits.geo"));
    const std::string message =
        "error: exits.geo: Gmsh cannot mesh it: it brought Gmsh down (it called exit())";
    const Outcome run = call("run " + scene + " -o " + folder.path("out"));
    CHECK(run.code == 2);
    CHECK_THAT(run.text, Contains("beam.yaml:5:30: " + message) &&
                             Contains("\n  node: /beam\n  plugin: mesh/gmsh\n") &&
                             Contains("remedy: take `Exit;` and loops without end out"));
    CHECK(report_of(folder)["status"] == "bad_input");
    const Outcome validate = call("validate --build " + scene);
    CHECK(validate.code == 2);
    CHECK_THAT(validate.text, Contains(message) && Contains("1 mistake"));
}

TEST_CASE("exit: a script of Gmsh's that has no end is left at once, with its process") {
    const WorkFolder folder;
    folder.write("endless.geo",
                 "For i In {1:1000000000}\nFor j In {1:1000000000}\nx = i;\nEndFor\nEndFor\n");
    const std::string scene = folder.write("beam.yaml", beam_of_file("gmsh", "endless.geo"));
    Program run("run " + scene + " -o " + folder.path("out") + " --quiet");
    REQUIRE(run.wait_for(folder.path("out/run.json")));
    wait_milliseconds(1500);
    REQUIRE(run.running());
    CHECK(n_processes_of(scene) == 2);
    const auto begin = std::chrono::steady_clock::now();
    run.signal(SIGTERM);
    CHECK(run.wait() == 130);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    CHECK(taken.count() < 2);
    CHECK(report_of(folder)["status"] == "stopped");
    CHECK(n_processes_of(scene) == 0);
}

TEST_CASE("exit: a script of Gmsh's that waits for a program is left at once, and so is that") {
    // SIGKILL ends the run without a word, as a lack of memory does.
    const auto [signal, code] =
        GENERATE(std::pair{SIGTERM, 130}, std::pair{SIGKILL, 128 + SIGKILL});
    const WorkFolder folder;
    const std::filesystem::path waits =
        std::filesystem::canonical(folder.path(".")) / "program_that_waits";
    std::filesystem::copy_file("/bin/sleep", waits);
    folder.write("waits.geo", "SystemCall \"" + waits.string() + " 987; true\";\n");
    const std::string scene = folder.write("beam.yaml", beam_of_file("gmsh", "waits.geo"));
    Program run("run " + scene + " -o " + folder.path("out") + " --quiet");
    REQUIRE(run.wait_for(folder.path("out/run.json")));
    for (int k = 0; k < 100 && n_processes_of_program(waits) == 0; ++k) wait_milliseconds(100);
    REQUIRE(run.running());
    CHECK(n_processes_of_program(waits) == 1);
    const auto begin = std::chrono::steady_clock::now();
    run.signal(signal);
    CHECK(run.wait() == code);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    CHECK(taken.count() < 2);
    for (int k = 0; k < 20 && n_processes_of_program(waits) > 0; ++k) wait_milliseconds(50);
    CHECK(n_processes_of_program(waits) == 0);
}

TEST_CASE("libraries that end who loads them are refused by name where all are looked at") {
    const Outcome plugins = call("plugins", with_plugins);
    CHECK(plugins.code == 0);
    CHECK_THAT(plugins.text,
               Contains("reason: the process that loads it is ended by SIGABRT") &&
                   Contains("reason: the process that loads it is ended by exit(0)") &&
                   Contains("material/neo_hookean") && Contains(" 2 refused"));
    const Outcome kind = call("describe load", with_plugins);
    CHECK(kind.code == 0);
    CHECK_THAT(kind.text, Contains("Ends the process") && Contains("gravity"));
    CHECK(call("schema", with_plugins).code == 0);
    const Outcome one = call("describe load/aborts_when_loaded", with_plugins);
    CHECK(one.code == 2);
    CHECK_THAT(one.text, Contains("is refused: the process that loads it is ended by SIGABRT") &&
                             Contains("remedy: mend the library"));
}

TEST_CASE("libraries that end the run which names them are reported by name") {
    const WorkFolder folder;
    const std::string scene =
        folder.write("beam.yaml", static_beam({{"{type: gravity}", "{type: aborts_when_loaded}"}}));
    const Outcome outcome = end_of(folder, "run " + scene + " -o " + folder.path("out"));
    CHECK(outcome.code == 128 + SIGABRT);
    CHECK_THAT(outcome.text,
               Contains("error: load/aborts_when_loaded crashed while being loaded from ") &&
                   Contains("load-aborts_when_loaded.so: SIGABRT"));
    CHECK(report_of(folder)["status"] == "crashed");
}
