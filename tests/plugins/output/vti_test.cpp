#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <support/says.hpp>
#include <support/small_run.hpp>

using sinew::test::says;
using sinew::testing::SmallRun;

namespace {

std::string tank(const std::string& outputs, const std::string& smoke = "") {
    return "sinew: 1\ntime: {end: 0.2 s, step: 0.1 s}\nscene:\n  - node: tank\n    solver:\n      "
           "type: eulerian_coupled\n      grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [8, 8, "
           "8]}\n" +
           smoke + "    outputs: [" + outputs + "]\n";
}

const std::string cloud =
    "      smoke: {initial: [{shape: {sphere: {center: [0.5, 0.5, 0.5], radius: 0.2}}, density: "
    "1}]}\n";

std::string refusal(const std::string& scene) {
    const SmallRun run("air", scene);
    CHECK(run.run() == 2);
    return nlohmann::json::parse(run.bytes("out/run.json")).dump();
}

}  // namespace

TEST_CASE("output/vti: a file a frame, listed in the one .pvd with other outputs") {
    const SmallRun run(
        "air", tank("{type: vti, fields: [velocity, smoke]}, {type: vti, name: press, fields: "
                    "[pressure, vorticity, divergence, temperature], every: 0.2 s}",
                    cloud));
    REQUIRE(run.run() == 0);
    CHECK(run.count_files("out", ".vti") == 3 + 2);
    const std::string pvd = run.bytes("out/air.pvd");
    CHECK(says(pvd, "name=\"tank\" file=\"air-tank_0002.vti\""));
    CHECK(says(pvd, "name=\"press\" file=\"air-press_0002.vti\""));
    // A run over an older one leaves none of its frames.
    std::ofstream(run / "air.yaml") << tank("{type: vti, every: 0.2 s}");
    REQUIRE(run.run() == 0);
    CHECK(run.count_files("out", ".vti") == 2);
}

TEST_CASE("output/vti: fields that are not there are refused") {
    CHECK(says(refusal(tank("{type: vti, fields: [smoke]}")), "there is no smoke on this grid"));
    CHECK(says(refusal(tank("{type: vti, fields: []}")), "`fields` names no field"));
    const std::string body =
        "sinew: 1\ntime: {end: 0.1 s, step: 0.1 s}\nscene:\n  - node: block\n    mesh: {type: box, "
        "size: [1, 1, 1], cells: [1, 1, 1], element: hex8}\n    material: {type: stvk, young: 1 "
        "kPa, poisson: 0.3, density: 1000}\n    solver: {type: implicit_euler}\n    outputs: "
        "[{type: vti}]\n";
    CHECK(says(refusal(body), "the solver of this node has no grid"));
}
