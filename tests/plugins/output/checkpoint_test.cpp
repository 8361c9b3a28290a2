#include <catch2/catch.hpp>
#include <filesystem>

#include "plugins/output/output_run.hpp"

using sinew::testing::OutputRun;

TEST_CASE("output/checkpoint: a run continued in its folder leaves the same files bit by bit") {
    const OutputRun scene(
        "[{type: vtu, every: 0.05 s}, {type: probe, nodes: [0]}, {type: energy}, "
        "{type: checkpoint, every: 0.05 s, keep: 2}]");
    REQUIRE(scene.run("whole") == 0);
    CHECK(scene.count_files("whole", ".h5") == 2);
    std::filesystem::copy(scene / "whole", scene / "again");
    std::filesystem::remove(scene / "again/checkpoint-0020.h5");
    REQUIRE(scene.run("again", scene / "again/checkpoint-0015.h5") == 0);
    for (const char* file : {"checkpoint-0020.h5", "fall.pvd", "fall-block_0020.vtu",
                             "fall-block-probe.csv", "fall-block-energy.csv"}) {
        INFO(file);
        CHECK(!scene.bytes(std::string("whole/") + file).empty());
        CHECK(scene.bytes(std::string("whole/") + file) ==
              scene.bytes(std::string("again/") + file));
    }
    CHECK(scene.count_files("again", ".h5") == 2);
}

TEST_CASE("output/checkpoint: a checkpoint of another scene is refused") {
    const OutputRun first("[{type: checkpoint, every: 0.1 s}]");
    const OutputRun other("[{type: checkpoint, every: 0.1 s}]", "stvk");
    REQUIRE(first.run() == 0);
    CHECK(other.run("out", first / "out/checkpoint-0010.h5") == 2);
}

TEST_CASE("output/checkpoint: a mesh file that has changed since is told by its node and hashes") {
    const sinew::testing::SmallRun scene(
        "tet",
        "sinew: 1\n"
        "time: {end: 0.2 s, step: 0.1 s}\n"
        "scene:\n"
        "  - node: tet\n"
        "    mesh: {type: abaqus, file: tet.inp}\n"
        "    material: {type: neo_hookean, young: 1 MPa, poisson: 0.3}\n"
        "    loads: [{type: gravity}]\n"
        "    solver: {type: implicit_newmark}\n"
        "    outputs: [{type: checkpoint}]\n");
    const auto write_mesh = [&](const std::string& top) {
        std::ofstream(scene / "tet.inp") << "*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n4, 0, 0, "
                                         << top << "\n*ELEMENT, TYPE=C3D4\n1, 1, 2, 3, 4\n";
    };
    write_mesh("1");
    REQUIRE(scene.run() == 0);
    const auto from = scene / "out/checkpoint-0001.h5";
    CHECK(scene.run("same", from) == 0);
    write_mesh("1.000001");
    CHECK(scene.run("other", from) == 2);
    const std::string report = scene.bytes("other/run.json");
    CHECK_THAT(report, Catch::Contains("checkpoint-0001.h5 was written with another mesh on /tet: "
                                       "its hash is ") &&
                           Catch::Contains("continue with the files that it was written with") &&
                           Catch::Contains("\"line\": 5"));
}
