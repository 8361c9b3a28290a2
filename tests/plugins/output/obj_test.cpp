#include <catch2/catch.hpp>

#include "plugins/output/surface_run.hpp"

using namespace sinew::testing;

TEST_CASE("output/obj: files are numbered without gaps, and their points are those of a probe") {
    const OutputRun scene(
        "[{type: obj, every: 0.05 s}, {type: probe, nodes: [0], quantities: [position], every: "
        "0.05 s}]");
    REQUIRE(scene.run() == 0);
    CHECK(scene.count_files("out", ".obj") == 5);
    const auto rows = scene.table("out/fall-block-probe.csv");
    REQUIRE(rows.size() == 5);
    for (int k = 0; k < 5; ++k) {
        std::istringstream text(scene.bytes("out/fall-block_000" + std::to_string(k) + ".obj"));
        std::string word;
        double x = 0, y = 0, z = 0;
        text >> word >> x >> y >> z;
        CHECK(word == "v");
        CHECK(x == rows[std::size_t(k)][1]);
        CHECK(y == rows[std::size_t(k)][2]);
        CHECK(z == rows[std::size_t(k)][3]);
    }
}

TEST_CASE("output/obj: a new run removes the earlier one's frames, a continued one goes on") {
    const OutputRun scene("[{type: obj, every: 0.02 s}, {type: checkpoint, every: 0.1 s}]");
    REQUIRE(scene.run("whole") == 0);
    REQUIRE(scene.run("parts") == 0);
    std::ofstream(scene / "parts/fall-block_mine.obj") << "v 0 0 0\n";
    change(scene, "end: 0.2 s", "end: 0.13 s");
    REQUIRE(scene.run("parts") == 0);
    CHECK(scene.count_files("parts", ".obj") == 8 + 1);
    change(scene, "end: 0.13 s", "end: 0.2 s");
    REQUIRE(scene.run("parts", scene / "parts/checkpoint-0010.h5") == 0);
    CHECK(scene.count_files("parts", ".obj") == 11 + 1);
    CHECK(report_of(scene, "files", "parts")["frames"] == 11);
    for (const char* name : {"fall-block_0005.obj", "fall-block_0006.obj", "fall-block_0010.obj"})
        CHECK(scene.bytes(std::string("parts/") + name) ==
              scene.bytes(std::string("whole/") + name));
}

TEST_CASE("output/obj: points stand in the node's frame, and have few digits, if asked for") {
    const OutputRun scene(
        "[{type: obj, every: 0.1 s, name: all}, {type: obj, every: 0.1 s, name: few, frame: node, "
        "digits: 3}]");
    change(scene, "node: block", "node: block\n    transform: {translate: [1, 2, 3]}");
    REQUIRE(scene.run() == 0);
    const auto first = [&](const char* name) {
        std::istringstream text(scene.bytes(std::string("out/fall-") + name + "_0001.obj"));
        std::string word;
        std::array<std::string, 3> x;
        text >> word >> x[0] >> x[1] >> x[2];
        return x;
    };
    const auto all = first("all"), few = first("few");
    for (std::size_t k = 0; k < 3; ++k) {
        CHECK(std::stod(all[k]) - double(k + 1) == Approx(std::stod(few[k])).margin(6e-4));
        CHECK(few[k].size() - few[k].find('.') == 4);
    }
}
