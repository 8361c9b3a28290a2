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
