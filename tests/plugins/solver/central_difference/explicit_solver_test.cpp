#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <support/small_run.hpp>

using namespace sinew;

namespace {

testing::SmallRun falling_beam(const std::string& most) {
    return {"beam",
            "sinew: 1\ntime: {end: 0.02 s, step: 0.01 s}\nscene:\n  - node: beam\n"
            "    mesh: {type: box, size: [1, 0.1, 0.1], cells: [8, 1, 1], element: hex8}\n"
            "    material: {type: neo_hookean, young: 1 MPa, poisson: 0.3}\n"
            "    loads: [{type: gravity}]\n"
            "    solver: {type: central_difference, max_substeps: " +
                most + "}\n"};
}

}  // namespace

TEST_CASE("explicit solver: it tells into how many substeps it has divided the clock's steps") {
    const testing::SmallRun run = falling_beam("1000");
    REQUIRE(run.run() == 0);
    const auto report = nlohmann::json::parse(run.bytes("out/run.json"))["solvers"]["/beam"];
    CHECK(report["steps"] == 2);
    // 0.8 of the stable step, in each of two steps of 10 ms.
    const double stable = report["stable_step"];
    CHECK(report["substeps"] == 2 * int(std::ceil(0.01 / (0.8 * stable))));
    CHECK(report["substeps"] > 4);
    CHECK(falling_beam("2").run() == 1);
}
