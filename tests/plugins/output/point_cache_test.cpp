#include <catch2/catch.hpp>

#include "plugins/output/surface_run.hpp"

using namespace sinew::testing;
using Catch::Contains;

TEST_CASE("output/point_cache: frames read by a script of its own are the OBJ files of the run") {
    for (const std::string format : {"mdd", "pc2"}) {
        const OutputRun scene("[{type: point_cache, every: 0.05 s, format: " + format +
                              "}, {type: obj, every: 0.05 s}]");
        REQUIRE(scene.run() == 0);
        CHECK(is_same_surface(scene, "fall-block." + format));
        CHECK(report_of(scene, "file")["frames"] == 5);
    }
}

TEST_CASE("output/point_cache: an MDD is big-endian, a PC2 little-endian") {
    const OutputRun scene(
        "[{type: point_cache, every: 0.1 s}, {type: point_cache, every: 0.1 s, format: pc2}]");
    REQUIRE(scene.run() == 0);
    const std::string mdd = scene.bytes("out/fall-block.mdd"),
                      pc2 = scene.bytes("out/fall-block.pc2");
    // 3 frames of the 26 points that lie on the skin of 3 x 3 x 3 nodes; 0.2 s is 0x3e4ccccd.
    CHECK(mdd.substr(0, 8) == std::string("\0\0\0\3\0\0\0\x1a", 8));
    CHECK(mdd.substr(16, 4) == "\x3e\x4c\xcc\xcd");
    CHECK(mdd.size() == 8 + 3 * 4 + 3 * 26 * 12);
    CHECK(pc2.substr(0, 32) == std::string("POINTCACHE2\0\1\0\0\0\x1a\0\0\0\0\0\0\0\0\0\x80\x3f\3\0"
                                           "\0\0",
                                           32));
    CHECK(pc2.size() == 32 + 3 * 26 * 12);
}

TEST_CASE("output/point_cache: a continued run leaves the file of an unbroken one, byte for byte") {
    for (const std::string format : {"mdd", "pc2"}) {
        const OutputRun scene("[{type: point_cache, every: 0.02 s, format: " + format +
                              "}, {type: checkpoint, every: 0.1 s}]");
        REQUIRE(scene.run("whole") == 0);
        change(scene, "end: 0.2 s", "end: 0.13 s");
        REQUIRE(scene.run("parts") == 0);
        change(scene, "end: 0.13 s", "end: 0.2 s");
        REQUIRE(scene.run("parts", scene / "parts/checkpoint-0010.h5") == 0);
        CHECK(scene.bytes("parts/fall-block." + format) ==
              scene.bytes("whole/fall-block." + format));
        std::filesystem::resize_file(scene / ("parts/fall-block." + format), 100);
        REQUIRE(scene.run("parts", scene / "parts/checkpoint-0010.h5") == 2);
        CHECK_THAT(scene.bytes("parts/run.json"), Contains("is no point cache of 26 points"));
    }
}
