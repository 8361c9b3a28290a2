// Memory that does not suffice, wherever that is noticed: one failure, code 1, no mistake of the
// scene.
#include <catch2/catch.hpp>

#include "faulty_scene.hpp"

using namespace sinew::test;
using Catch::Contains;

namespace {

/// Runs the beam, cut into so many cells, in an address space of so many kilobytes.
/// A beam with so many cells under a limit of its address space; `solver`: more of the solver.
Outcome run_in(const WorkFolder& folder, const std::string& kilobytes, const std::string& cells,
               const std::string& solver = "") {
    const std::string scene = folder.write(
        "beam.yaml", static_beam({{"cells: [4, 1, 1]", "cells: [" + cells + "]"},
                                  {"{type: static}", "{type: static" + solver + "}"}}));
    return call("run " + scene + " -o " + folder.path("out"),
                "ulimit -v " + kilobytes + "; OMP_NUM_THREADS=2 timeout 200");
}

void check_is_reported_once(const Outcome& outcome) {
    CHECK(outcome.code == 1);
    CHECK_THAT(outcome.text, Contains("error: the memory of this machine does not suffice") &&
                                 Contains("remedy: use fewer elements"));
    CHECK(outcome.text.find("error: ") == outcome.text.rfind("error: "));
}

/// What is said of a mesh that an address space of so many kilobytes does not hold.
std::string run_refused(const WorkFolder& folder, const std::string& kilobytes,
                        const std::string& mesh) {
    const std::string scene = folder.write("beam.yaml", static_beam({{box_mesh, mesh}}));
    const Outcome outcome = call("run " + scene + " -o " + folder.path("out"),
                                 "ulimit -v " + kilobytes + "; OMP_NUM_THREADS=2 timeout 60");
    check_is_reported_once(outcome);
    return outcome.text;
}

}  // namespace

TEST_CASE("memory: a mesh that this machine cannot hold") {
    const WorkFolder folder;
    // 91 million cells: their nodes alone take 2.2 GB.
    const Outcome outcome = run_in(folder, "2000000", "450, 450, 450");
    check_is_reported_once(outcome);
    CHECK_THAT(outcome.text, Contains("beam.yaml:5:11: error: ") && Contains("plugin: mesh/box"));
    CHECK_THAT(outcome.text, Contains("9.112e+07 cells with 9.173e+07 nodes need at least ") &&
                                 Contains("cells would fit, by `cells`"));
    CHECK_THAT(folder.read("out/run.json"), Contains("\"status\": \"failed\""));
}

TEST_CASE("memory: bricks that this machine cannot hold") {
    const WorkFolder folder;
    // 1.7 million bricks; a grid of 46 million cells.
    const std::string surface =
        "{type: voxelize, surface: {type: box, size: [1, 1, 1], cells: [1, 1, 1]}, ";
    CHECK_THAT(run_refused(folder, "2000000", surface + "resolution: 120}"),
               Contains("plugin: mesh/voxelize") && Contains("e+06 cells with ") &&
                   Contains("cells would fit, by bricks (`resolution`)"));
    CHECK_THAT(run_refused(folder, "700000", surface + "edge: 0.28 cm}"),
               Contains("plugin: mesh/voxelize") && Contains("cells of the grid need at least ") &&
                   Contains("larger bricks (`edge`)"));
}

TEST_CASE("memory: a filled shape that this machine cannot hold, before hours of meshing") {
    const WorkFolder folder;
    // Some six million tetrahedra.
    CHECK_THAT(run_refused(folder, "1000000",
                           "{type: implicit, shape: {box: {min: [0, 0, 0], max: [1, 1, 1]}}, size: "
                           "{surface: 1.5 cm}}"),
               Contains("plugin: mesh/implicit") && Contains("e+06 cells with ") &&
                   Contains("cells would fit, by elements (`size`)"));
}

TEST_CASE("memory: a factor that this machine cannot hold is not tried again with smaller steps") {
    const WorkFolder folder;
    // The system of 89 000 unknowns takes half of this, its factor more than the other half.
    const Outcome outcome = run_in(folder, "900000", "30, 30, 30", ", linear: {type: cholesky}");
    check_is_reported_once(outcome);
    CHECK_THAT(outcome.text, Contains("plugin: solver/static"));
}
