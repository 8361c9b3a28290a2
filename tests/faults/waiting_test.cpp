// Runs that take long: what they tell of steps that are cut, and how soon they obey a signal.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "faulty_scene.hpp"

using namespace sinew::test;
using Catch::Contains;

namespace {

/// How often a text holds some words.
int count(const std::string& text, const std::string& words) {
    int n = 0;
    for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1))
        ++n;
    return n;
}

/// A heavy beam whose steps Newton's method has too few iterations for.
std::string hurried_beam() {
    return static_beam({{"{type: static}",
                         "{type: implicit_newmark, newton: {max_iterations: 2, tolerance: 1e-9}, "
                         "max_cutbacks: 12}"},
                        {"type: gravity", "type: gravity, acceleration: [0, 0, -300]"}});
}

/// Runs a scene, sends SIGTERM so long after its start, and checks that it ends within two seconds.
void check_that_a_signal_ends(const std::string& scene, const WorkFolder& folder,
                              int milliseconds) {
    Program run("run " + scene + " -o " + folder.path("out") + " --quiet --threads 1");
    REQUIRE(run.wait_for(folder.path("out/run.json")));
    wait_milliseconds(milliseconds);
    REQUIRE(run.running());
    const auto begin = std::chrono::steady_clock::now();
    run.signal(SIGTERM);
    CHECK(run.wait() == 130);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    CHECK(taken.count() < 2);
    CHECK_THAT(folder.read("out/run.json"), Contains("\"status\": \"stopped\""));
}

}  // namespace

TEST_CASE("waiting: cut steps are reported at the first, and in sum at the end") {
    const WorkFolder folder;
    const std::string scene = folder.write("beam.yaml", hurried_beam());
    const Outcome outcome = call("run " + scene + " -o " + folder.path("out"));
    REQUIRE(outcome.code == 0);
    CHECK(count(outcome.text, "is cut in half, since Newton's method did not converge") == 1);
    CHECK(count(outcome.text, " steps were cut between the times ") == 1);
    CHECK_THAT(outcome.text, Contains("newton.max_iterations"));
    const auto report = nlohmann::json::parse(folder.read("out/run.json"));
    const long cuts = report["solvers"]["/beam"]["cutbacks"];
    CHECK(cuts >= 2);
    CHECK_THAT(outcome.text, Contains("note: " + std::to_string(cuts) + " steps were cut"));
    CHECK(report["solvers"]["/beam"]["cutback_causes"]["newton"] == cuts);
    CHECK(report["warnings"].empty());
    CHECK(report["notes"].size() == 2);

    const Outcome quiet = call("run " + scene + " --quiet -o " + folder.path("quiet"));
    CHECK(quiet.code == 0);
    CHECK(quiet.text.empty());
}

TEST_CASE("waiting: a signal ends a long search for an equilibrium within two seconds") {
    const WorkFolder folder;
    // No equilibrium is near: the increment is halved again and again.
    const std::string scene = folder.write(
        "beam.yaml", static_beam({{"[4, 1, 1]", "[40, 8, 8]"},
                                  {"{type: static}", "{type: static, max_cutbacks: 20}"},
                                  {"type: gravity", "type: gravity, acceleration: [-1e9, 0, 0]"}}));
    check_that_a_signal_ends(scene, folder, 1500);
}

TEST_CASE("waiting: a signal ends a long search for modes of vibration within two seconds") {
    const WorkFolder folder;
    const std::string scene = folder.write(
        "plate.yaml",
        "sinew: 1\ntime: {end: 1 s, step: 0.1 s}\nscene:\n  - node: plate\n"
        "    mesh: {type: box, size: [1, 1, 0.01], cells: [40, 40, 1], element: tet10}\n"
        "    material: {type: linear}\n"
        "    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]\n"
        "    solver: {type: modal, modes: 2000}\n");
    check_that_a_signal_ends(scene, folder, 4000);
}
