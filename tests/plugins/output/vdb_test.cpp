#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <support/says.hpp>
#include <support/small_run.hpp>

using sinew::testing::SmallRun;

TEST_CASE("output/vdb: a file a frame beside other outputs, the same in a run that goes on") {
    const SmallRun run(
        "air",
        "sinew: 1\ntime: {end: 0.4 s, step: 0.1 s}\nscene:\n  - node: tank\n    solver:\n      "
        "type: eulerian_coupled\n      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [8, 8, 8]}\n"
        "      smoke: {initial: [{shape: {sphere: {center: [0.5, 0.5, 0.5], radius: 0.2}}, "
        "density: "
        "1}], buoyancy: {weight: 0.5}}\n    outputs: [{type: vdb, fields: [smoke, velocity], "
        "every: 0.2 s}, {type: checkpoint, every: 0.2 s}]\n");
    REQUIRE(run.run() == 0);
    CHECK(run.count_files("out", ".vdb") == 3);
    REQUIRE(run.run("on", run / "out/checkpoint-0002.h5") == 0);
    CHECK(run.count_files("on", ".vdb") == 1);
    CHECK_FALSE(run.bytes("out/air-tank_0004.vdb").empty());
    CHECK(nlohmann::json::parse(run.bytes("out/run.json")).dump().find("vdb") != std::string::npos);
}
