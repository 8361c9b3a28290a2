#include <catch2/catch.hpp>
#include <cmath>
#include <sinew/mechanics/material/plasticity.hpp>
#include <support/says.hpp>
#include <support/small_run.hpp>

using sinew::test::says;
using sinew::testing::SmallRun;

namespace {

/// A block of that material on a grid.
SmallRun block(const std::string& material) {
    return SmallRun(
        "clay",
        "sinew: 1\ntime: {end: 0.2 s, step: 0.1 s}\nscene:\n  - node: room\n    solver: {type: "
        "eulerian_coupled, grid: {min: [0, 0, 0], max: [1, 1, 1], cells: [12, 12, 12]}, fluid: "
        "{density: 0}}\n    outputs: [{type: energy}]\n    children:\n      - node: block\n        "
        "mesh: {type: box, size: [0.4, 0.4, 0.4], cells: [2, 2, 2], element: hex8, origin: [0.3, "
        "0.3, 0.3]}\n        initial: {stretch: [1.3, 0.88, 0.88]}\n        material: " +
            material + "\n        outputs: [{type: region, quantities: [plastic_strain]}]\n");
}

double elastic_at_end(const SmallRun& run) {
    const std::string text = run.bytes("out/run.json");
    const std::size_t at = text.find("\"elastic\"");
    REQUIRE(at != std::string::npos);
    return std::stod(text.substr(text.find(':', at) + 1));
}

std::string clay(const std::string& more) {
    return "{type: elastoplastic, of: {type: corotational, young: 5 kPa, poisson: 0.3}, " + more +
           "}";
}

}  // namespace

TEST_CASE("elastoplastic: below its yield the elastic law, above it energy flows away") {
    const SmallRun elastic = block("{type: corotational, young: 5 kPa, poisson: 0.3}");
    const SmallRun strong = block(clay("yield: 1 MPa")),
                   weak = block(clay("yield: 50, flow_rate: 20"));
    const SmallRun by_step = block(clay("yield: 50, flow_rate: 0.5, flow: per_step"));
    for (const SmallRun* run : {&elastic, &strong, &weak, &by_step}) REQUIRE(run->run() == 0);
    CHECK(elastic_at_end(strong) == Approx(elastic_at_end(elastic)).epsilon(1e-6));
    CHECK(weak.bytes("out/clay-room-energy.csv") != elastic.bytes("out/clay-room-energy.csv"));
    CHECK(by_step.bytes("out/clay-room-energy.csv") != elastic.bytes("out/clay-room-energy.csv"));
    CHECK(elastic_at_end(weak) >= 0);
    const auto most_strain = [](const SmallRun& run) {
        return run.table("out/clay-room-block-region.csv").back()[4];
    };
    CHECK(most_strain(elastic) == 0);
    CHECK(most_strain(strong) < 1e-12);
    // No more than the stretch that it begins with, without its volume.
    const double at_start = std::log(1.3 / 0.88) * 2 / 3;
    CHECK(most_strain(weak) < at_start);
    CHECK(most_strain(weak) > at_start / 10);
}

TEST_CASE("elastoplastic: what makes no sense is refused") {
    const auto refusal = [](const std::string& material) {
        const SmallRun run = block(material);
        CHECK(run.run() == 2);
        return run.bytes("out/run.json");
    };
    CHECK(says(refusal("{type: elastoplastic, yield: 10, of: " + clay("yield: 10") + "}"),
               "a plastic material of a plastic material"));
    CHECK(says(refusal("{type: elastoplastic, yield: 10, of: {type: corotational, density: 7}}"),
               "the density of an elastoplastic material is its own"));
    CHECK(says(refusal(clay("yield: 0")), "yield"));
}
