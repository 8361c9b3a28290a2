#include "eulerian_coupled/wall_params.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <support/says.hpp>
#include <support/small_run.hpp>

using namespace sinew;
using eulerian::WallParams;
using sinew::test::says;
using sinew::testing::SmallRun;

namespace {

/// What the run says of a tank with such walls.
std::string complaint(const std::string& walls) {
    const SmallRun run("tank",
                       "sinew: 1\ntime: {end: 0.1 s, step: 0.1 s}\nscene:\n  - node: tank\n    "
                       "solver:\n      type: eulerian_coupled\n      grid: {min: [0, 0, 0], max: "
                       "[1, 1, 1], cells: [4, 4, 4]}\n      walls: " +
                           walls + "\n");
    CHECK(run.run() == 2);
    return nlohmann::json::parse(run.bytes("out/run.json")).dump();
}

}  // namespace

TEST_CASE("walls of a scene: a side without an entry is as `all`") {
    WallParams params;
    params.all = WallKind::free_slip;
    params.y_max = WallKind::no_slip;
    params.velocity.y_max = Varying<Eigen::Vector3d>(Eigen::Vector3d(2, 0, 0));
    const Walls walls = params.at(0);
    CHECK(walls[0].kind == WallKind::free_slip);
    CHECK(walls[3].kind == WallKind::no_slip);
    CHECK(walls[3].velocity == Eigen::Vector3d(2, 0, 0));
    CHECK(params.is_constant());
}

TEST_CASE("walls of a scene: bodies run into neither open sides nor planes of symmetry") {
    WallParams params;
    params.all = WallKind::no_slip;
    params.x_min = WallKind::symmetric;
    params.x_max = WallKind::outflow;
    params.y_min = WallKind::free_slip;
    CHECK(params.passable_sides() == std::array{true, true, false, false, false, false});
    CHECK(params.open_sides() == std::array{false, true, false, false, false, false});
}

TEST_CASE("walls of a scene: what cannot be is refused where it stands") {
    CHECK(says(complaint("{x_min: inflow}"), "enters at x_min, and no velocity says how fast"));
    CHECK(says(complaint("{x_min: inflow, velocity: {x_min: [1, 0, 0]}}"),
               "fluid enters, and none can leave"));
    CHECK(says(complaint("{x_min: outflow, velocity: {x_min: [1, 0, 0]}}"),
               "neither inflow nor no_slip"));
    CHECK(says(complaint("{velocity: {z_max: [1, 0, 1]}}"), "the wall z_max moves through itself"));
    CHECK(says(complaint("{x_min: inflow, x_max: outflow, velocity: {x_min: [-1, 0, 0]}}"),
               "fluid leaves through x_min, which is inflow"));
    CHECK(says(complaint("{x_min: sticky}"), "no_slip"));
}

TEST_CASE("walls of a scene: one that comes to move through itself ends the run, and says where") {
    const SmallRun run("tank",
                       "sinew: 1\ntime: {end: 0.4 s, step: 0.1 s}\nscene:\n  - node: tank\n    "
                       "solver:\n      type: eulerian_coupled\n      grid: {min: [0, 0, 0], max: "
                       "[1, 1, 1], cells: [8, 8, 8]}\n      walls: {velocity: {x_min: {keyframes: "
                       "[[0.15, [0, 0, 0]], [0.3, [1, 0, 0]]]}}}\n");
    CHECK(run.run() == 1);
    CHECK(
        says(run.bytes("out/run.json"), "m\\^3/s more enter a region of the fluid than leave it"));
}
