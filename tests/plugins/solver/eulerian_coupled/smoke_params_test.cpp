#include "eulerian_coupled/smoke_params.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <support/says.hpp>
#include <support/small_run.hpp>

using sinew::test::says;
using sinew::testing::SmallRun;

namespace {

/// What a tank with such smoke says (`code`: how it ends).
nlohmann::json tank(const std::string& smoke, int code) {
    const SmallRun run("tank",
                       "sinew: 1\ntime: {end: 0.4 s, step: 0.1 s}\nscene:\n  - node: tank\n    "
                       "solver:\n      type: eulerian_coupled\n      grid: {min: [0, 0, 0], max: "
                       "[1, 1, 1], cells: [10, 10, 10]}\n      smoke: " +
                           smoke + "\n");
    CHECK(run.run() == code);
    return nlohmann::json::parse(run.bytes("out/run.json"));
}

double smoke_at_end(const std::string& smoke) {
    return tank(smoke, 0)["solvers"]["/tank"]["smoke"];
}

}  // namespace

TEST_CASE("smoke of a scene: shapes fill the cells whose centres they hold, later ones win") {
    const std::string lower = "{shape: {box: {min: [0, 0, 0], max: [1, 1, 0.5]}}, density: 2}";
    const std::string corner = "{shape: {box: {min: [0, 0, 0], max: [0.5, 0.5, 0.5]}}, density: 0}";
    CHECK(smoke_at_end("{initial: [" + lower + "]}") == Approx(2 * 0.5));
    CHECK(smoke_at_end("{initial: [" + lower + ", " + corner + "]}") == Approx(2 * 0.375));
}

TEST_CASE("smoke of a scene: a source acts while its window is open") {
    const std::string source =
        "{sources: [{shape: {box: {min: [0, 0, 0], max: [1, 1, 0.5]}}, density: 1";
    CHECK(smoke_at_end(source + "}]}") == Approx(0.5));
    CHECK(smoke_at_end(source + ", from: 0.35 s}]}") == Approx(0.5));
    CHECK(smoke_at_end(source + ", from: 0.5 s}]}") == 0);
}

TEST_CASE("smoke of a scene: sources that do nothing are refused") {
    const std::string shape = "{shape: {sphere: {center: [0.5, 0.5, 0.5], radius: 0.2}}";
    CHECK(says(tank("{sources: [" + shape + "}]}", 2).dump(), "the source prescribes nothing"));
    CHECK(
        says(tank("{initial: [{shape: {sphere: {center: [5, 5, 5], radius: 0.2}}, density: 1}]}", 2)
                 .dump(),
             "holds the centre of no cell"));
    CHECK(says(tank("{sources: [" + shape + ", density: 1, from: 2 s, until: 1 s}]}", 2).dump(),
               "smoke.sources\\[0\\] would never act"));
    CHECK(says(tank("{sources: [" + shape + ", density: -1}]}", 2).dump(), "density"));
    CHECK(says(tank("{sources: [" + shape + ", solid: true, velocity: [1, 0, 0]}]}", 2).dump(),
               "moves as the shape does"));
    CHECK(says(tank("{initial: [" + shape + "}]}", 2).dump(), "neither smoke nor heat"));
    CHECK(says(tank("{sources: [" + shape + ", temperature: 300 Pa}]}", 2).dump(), "K"));
    // Nodes are prescribed, not cells: a ball in the middle of a cell has none.
    CHECK(says(tank("{sources: [{shape: {sphere: {center: [0.55, 0.55, 0.55], radius: 0.03}}, "
                    "velocity: [0, 0, 1]}]}",
                    2)
                   .dump(),
               "the shape holds no node of the grid"));
}
