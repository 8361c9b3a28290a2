// Runs that end before their time: killed, interrupted. What they left opens, and a run that goes
// on from their last checkpoint ends bitwise like one that was never broken.
#include <pty.h>

#include <catch2/catch.hpp>
#include <support/program.hpp>

using namespace sinew::test;
using Catch::Contains;

namespace {

constexpr int n_steps = 60;
constexpr int every = 10;

/// A cube that slides on a plane with friction while it falls on its edge.
std::string sliding_cube(const std::string& solver) {
    return "sinew: 1\n"
           "time: {end: 0.3 s, step: 1/200 s}\n"
           "scene:\n"
           "  - node: world\n"
           "    couplings: [{type: contact, potential: " +
           std::string(solver == "central_difference" ? "offset" : "barrier") +
           ", friction: 0.4, obstacles: [{plane: {}}]}]\n"
           "    solver: {type: " +
           solver +
           "}\n"
           "    outputs: [{type: vtu, fields: [displacement, velocity, cauchy_stress]}, {type: "
           "energy}, {type: checkpoint, every: 1/20 s, keep: 100}]\n"
           "    children:\n"
           "      - node: cube\n"
           "        transform: {translate: [0, 0, 0.01]}\n"
           "        mesh: {type: box, size: [0.2, 0.2, 0.2], cells: [6, 6, 6], element: hex8}\n"
           "        material: {type: stable_neo_hookean, young: 50 kPa, poisson: 0.4}\n"
           "        initial: {velocity: [2, 0, 0]}\n"
           "        loads: [{type: gravity}]\n";
}

/// A rounded body of CGAL's that hangs and swings; its mesh is made anew by the run that goes on.
const std::string hanging_ball =
    "sinew: 1\n"
    "time: {end: 0.3 s, step: 1/200 s}\n"
    "scene:\n"
    "  - node: world\n"
    "    solver: {type: implicit_newmark}\n"
    "    outputs: [{type: vtu}, {type: energy}, {type: checkpoint, every: 1/20 s, keep: 100}]\n"
    "    children:\n"
    "      - node: cube\n"
    "        mesh:\n"
    "          type: implicit\n"
    "          size: {surface: 5 cm}\n"
    "          shape: {union: {blend: 3 cm, of: [{sphere: {radius: 0.15}}, {capsule: {from: [0, 0, "
    "0], to: [0.3, 0, 0], radius: 0.07}}]}}\n"
    "        material: {type: neo_hookean, young: 30 kPa, poisson: 0.4}\n"
    "        constraints: [{type: fixed, where: {sphere: {center: [0.37, 0, 0], radius: 0.06}}}]\n"
    "        loads: [{type: gravity}]\n";

std::string checkpoint(int step) {
    return "checkpoint-00" + std::to_string(step) + ".h5";
}

/// Whether every .pvd below the folder, and all that it names, opens in a reader that is not ours.
bool results_open(const std::string& folder) {
    const std::string command = "/usr/bin/python3 '" SINEW_SOURCE_DIR
                                "/tests/readback/readback.py' --need-some '" +
                                folder + "' 2>&1";
    FILE* pipe = popen(command.c_str(), "r");
    std::string text;
    for (int c; (c = fgetc(pipe)) != EOF;) text += char(c);
    UNSCOPED_INFO(text);
    return pclose(pipe) == 0;
}

std::string run_line(const std::string& scene, const std::string& out) {
    return "run " + scene + " -o " + out + " --quiet --threads 1";
}

}  // namespace

TEST_CASE(
    "killed: a run that goes on from the last checkpoint ends bitwise like the unbroken one") {
    const WorkFolder folder;
    const auto [name, text] =
        GENERATE(std::pair{"implicit_newmark", sliding_cube("implicit_newmark")},
                 std::pair{"damped", sliding_cube("implicit_newmark, damping: {mass: 0.5, "
                                                  "stiffness: 0.002}")},
                 std::pair{"central_difference", sliding_cube("central_difference")},
                 std::pair{"mesh/implicit", hanging_ball});
    INFO(name);
    const std::string scene = folder.write("cube.yaml", text);
    REQUIRE(call(run_line(scene, folder.path("whole"))).code == 0);

    Program killed(run_line(scene, folder.path("broken")));
    REQUIRE(killed.wait_for(folder.path("broken/" + checkpoint(2 * every))));
    killed.signal(SIGKILL);
    REQUIRE(killed.wait() == 128 + SIGKILL);
    CHECK_THAT(folder.read("broken/run.json"), Contains("\"status\": \"running\""));
    CHECK(results_open(folder.path("broken")));

    // The last checkpoint that stands, which may be a later one than that which was waited for.
    int last = 0;
    for (int step = every; step < n_steps; step += every)
        if (std::filesystem::exists(folder.path("broken/" + checkpoint(step)))) last = step;
    REQUIRE(last >= 2 * every);
    const Outcome told = call("info " + folder.path("broken"));
    CHECK(told.code == 0);
    CHECK_THAT(told.text, Contains("killed (its process ") &&
                              Contains(" is gone); go on with --from " +
                                       folder.path("broken/" + checkpoint(last))));
    REQUIRE(call(run_line(scene, folder.path("broken")) + " --from " +
                 folder.path("broken/" + checkpoint(last)))
                .code == 0);
    CHECK(results_open(folder.path("broken")));
    for (const std::string& file :
         {checkpoint(n_steps), std::string("cube.pvd"), std::string("cube-world-cube_0060.vtu"),
          std::string("cube-world-energy.csv")}) {
        INFO(file << ", from step " << last);
        CHECK(folder.read("whole/" + file).size() > 100);
        CHECK((folder.read("whole/" + file) == folder.read("broken/" + file)));
    }
}

TEST_CASE("killed: at whatever moment, the .pvd and all that it names open") {
    const WorkFolder folder;
    const std::string scene = folder.write("cube.yaml", sliding_cube("central_difference"));
    for (const int milliseconds : {0, 3, 7, 12, 20, 31}) {
        const std::string out = "after_" + std::to_string(milliseconds);
        Program killed(run_line(scene, folder.path(out)));
        REQUIRE(killed.wait_for(folder.path(out + "/cube-world-cube_0003.vtu")));
        wait_milliseconds(milliseconds);
        killed.signal(SIGKILL);
        killed.wait();
    }
    CHECK(results_open(folder.path()));
}

TEST_CASE("killed: at whatever moment, lists, Exodus II files and USD text open, and go on") {
    const WorkFolder folder;
    std::string text = sliding_cube("central_difference");
    text +=
        "        outputs: [{type: exodus}, {type: usda}, {type: vtu, name: thin, series: true}]\n";
    const std::string scene = folder.write("cube.yaml", text);
    REQUIRE(call(run_line(scene, folder.path("whole"))).code == 0);
    for (const int milliseconds : {0, 2, 5, 9, 14, 20, 27, 35}) {
        const std::string out = "after_" + std::to_string(milliseconds);
        INFO(out);
        Program killed(run_line(scene, folder.path(out)));
        REQUIRE(killed.wait_for(folder.path(out + "/" + checkpoint(every))));
        wait_milliseconds(milliseconds);
        killed.signal(SIGKILL);
        killed.wait();
        CHECK(results_open(folder.path(out)));
        REQUIRE(call(run_line(scene, folder.path(out)) + " --from " +
                     folder.path(out + "/" + checkpoint(every)))
                    .code == 0);
        for (const std::string file :
             {"cube-world-cube.e", "cube-world-cube.usda", "cube-thin.vtu.series"}) {
            INFO(file);
            CHECK(folder.read("whole/" + file).size() > 100);
            CHECK((folder.read("whole/" + file) == folder.read(out + "/" + file)));
        }
    }
}

TEST_CASE("interrupted: the step ends, results are closed, and the run can go on bitwise") {
    const WorkFolder folder;
    const std::string scene = folder.write("cube.yaml", sliding_cube("implicit_newmark"));
    REQUIRE(call(run_line(scene, folder.path("whole"))).code == 0);
    const int signal = GENERATE(SIGINT, SIGTERM);
    Program stopped("run " + scene + " -o " + folder.path("broken") + " --threads 1 > " +
                    folder.path("said") + " 2>&1");
    REQUIRE(stopped.wait_for(folder.path("broken/cube-world-cube_0015.vtu")));
    stopped.signal(signal);
    CHECK(stopped.wait() == 130);
    CHECK_THAT(folder.read("said"), Contains("stopped by a signal at t = ") &&
                                        Contains("results in") && Contains("are whole"));
    const std::string report = folder.read("broken/run.json");
    CHECK_THAT(report, Contains("\"status\": \"stopped\""));
    CHECK(results_open(folder.path("broken")));

    // Outputs show where it stopped, whatever their `every:`.
    const std::size_t at = report.find("\"steps_done\": ");
    REQUIRE(at != std::string::npos);
    const int done = std::stoi(report.substr(at + 14));
    CHECK(done >= 15);
    REQUIRE(done < n_steps);
    REQUIRE(std::filesystem::exists(folder.path("broken/" + checkpoint(done))));
    REQUIRE(call(run_line(scene, folder.path("broken")) + " --from " +
                 folder.path("broken/" + checkpoint(done)))
                .code == 0);
    CHECK((folder.read("whole/" + checkpoint(n_steps)) ==
           folder.read("broken/" + checkpoint(n_steps))));
    CHECK((folder.read("whole/cube-world-cube_0060.vtu") ==
           folder.read("broken/cube-world-cube_0060.vtu")));
}

TEST_CASE(
    "interrupted: a run that goes on leaves the files of an unbroken one, whatever `every:`") {
    const WorkFolder folder;
    std::string text = sliding_cube("implicit_newmark");
    const std::string outputs =
        "[{type: vtu, every: 0.04 s, name: thin, series: true}, {type: gltf, every: 0.04 s}, "
        "{type: "
        "obj, every: 0.04 s}, {type: exodus, every: 0.04 s}, {type: usda, every: 0.04 s}, "
        "{type: point_cache, every: 0.04 s}, {type: region, every: 0.04 s}]";
    text += "        outputs: " + outputs + "\n";
    const std::string scene = folder.write("cube.yaml", text);
    REQUIRE(call(run_line(scene, folder.path("whole"))).code == 0);
    Program stopped(run_line(scene, folder.path("broken")));
    REQUIRE(stopped.wait_for(folder.path("broken/cube-world-cube_0017.vtu")));  // a multiple: 16
    stopped.signal(SIGTERM);
    REQUIRE(stopped.wait() == 130);
    std::string last;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path("broken")))
        if (const std::string name = entry.path().filename(); name.starts_with("checkpoint"))
            last = std::max(last, name);
    REQUIRE(
        call(run_line(scene, folder.path("broken")) + " --from " + folder.path("broken/" + last))
            .code == 0);
    int n_files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path("broken"))) {
        const std::string name = entry.path().filename();
        if (name == "run.json" || name == last || name.starts_with(".")) continue;
        INFO(name);
        CHECK((folder.read("whole/" + name) == folder.read("broken/" + name)));
        ++n_files;
    }
    CHECK(n_files > n_steps + 15);
}

TEST_CASE("interrupted: a terminal that is closed ends the step and closes the results") {
    const WorkFolder folder;
    const std::string scene = folder.write("cube.yaml", sliding_cube("implicit_newmark"));
    const std::string out = folder.path("out");
    int terminal = -1;
    const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
    REQUIRE(child >= 0);
    if (child == 0) {
        execl(SINEW_PROGRAM, "sinew", "run", scene.c_str(), "-o", out.c_str(), "--threads", "1",
              nullptr);
        _exit(127);
    }
    // Somebody reads the terminal, until its window is closed.
    std::array<char, 4096> said;
    while (!std::filesystem::exists(out + "/cube-world-cube_0010.vtu"))
        if (read(terminal, said.data(), said.size()) <= 0) break;
    close(terminal);
    int status = 0;
    waitpid(child, &status, 0);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 130);
    CHECK_THAT(folder.read("out/run.json"), Contains("\"status\": \"stopped\""));
    CHECK(results_open(out));
}
