#include "eulerian_coupled/two_dimensions.hpp"

#include <catch2/catch.hpp>
#include <support/says.hpp>
#include <support/small_run.hpp>

#include "grid_scene.hpp"

using namespace sinew;
using sinew::testing::SmallRun;
using test::says;

TEST_CASE("two dimensions: what acts across the one cell moves nothing, and is said") {
    const std::string sheet =
        "      grid: {min: [0, 0, 0], max: [1, 1, 0.05], cells: [20, 20, 1]}\n      walls: {z_min: "
        "symmetric, z_max: symmetric}\n      fluid: {density: 1, gravity: [0, 0, -9.81]}\n";
    const std::string block =
        "      - node: block\n        mesh: {type: box, size: [0.3, 0.3, 0.05], cells: [3, 3, 1], "
        "element: hex8, origin: [0.35, 0.35, 0]}\n        material: {type: corotational, young: 5 "
        "kPa, poisson: 0.3, density: 500}\n        loads: [{type: gravity, acceleration: [0, 0, "
        "-9.81]}]\n";
    const SmallRun run("sheet", test::grid_scene("room", sheet, block,
                                                 "{end: 0.02 s, step: 0.01 s}", "{type: energy}"));
    REQUIRE(run.run() == 0);
    const std::string report = run.bytes("out/run.json");
    CHECK(says(report, "fluid.gravity acts along z, where the grid has one cell"));
    CHECK(says(report, "the load acts along z, where the grid has one cell"));
}

TEST_CASE("two dimensions: the remedy where all is prescribed names the sides one cell apart") {
    Grid grid{{0, 0, 0}, 0.1, {8, 1, 8}};
    CHECK(eulerian::flat_axis(grid) == 1);
    CHECK(says(eulerian::remedy_of_no_unknown(grid), "y_min: symmetric, y_max: symmetric"));
    grid.cells[1] = 8;
    CHECK_FALSE(eulerian::flat_axis(grid));
    CHECK(says(eulerian::remedy_of_no_unknown(grid), "free_slip or open"));
}
