#include <catch2/catch.hpp>

#include "plugins/output/output_run.hpp"

using sinew::testing::OutputRun;
using sinew::testing::SmallRun;

namespace {

SmallRun pressed(const std::string& output, const std::string& depth = "0.3") {
    return {"press",
            "sinew: 1\n"
            "time: {end: 1 s, step: 0.5 s}\n"
            "scene:\n"
            "  - node: block\n"
            "    mesh: {type: box, size: [1, 2, 1], cells: [2, 4, 2], element: tet10}\n"
            "    material: {type: neo_hookean, young: 1 kPa, poisson: 0.3}\n"
            "    constraints:\n"
            "      - {type: fixed, where: {plane: {normal: [0, 1, 0], offset: 0}}}\n"
            "      - {type: prescribed, where: {plane: {normal: [0, 1, 0], offset: 2}}, "
            "displacement: {expr: [\"0\", \"-" +
                depth +
                "*t\", \"0\"]}}\n"
                "    solver: {type: static, newton: {tolerance: 1e-11}}\n"
                "    outputs: [{type: energy}, {type: region, " +
                output + "}]\n"};
}

}  // namespace

TEST_CASE("output/region: the integral of the energy density is the energy, ranges hold the mean") {
    const auto scene = pressed("quantities: [energy_density, cauchy_stress]");
    REQUIRE(scene.run() == 0);
    const auto rows = scene.table("out/press-block-region.csv");
    const auto energies = scene.table("out/press-block-energy.csv");
    REQUIRE(rows.size() == 3);
    REQUIRE(rows.back().size() == 3 + 4 + 4 * 6);
    CHECK(rows.front()[1] == Approx(2));
    CHECK(rows.back()[1] < 1.95);
    CHECK(rows.back()[2] == 0);
    for (std::size_t k = 0; k < 3; ++k)
        CHECK(rows[k][6] == Approx(energies[k][2]).epsilon(1e-12).margin(1e-12));
    for (std::size_t k = 3; k < rows.back().size(); k += 4) {
        CHECK(rows.back()[k] <= rows.back()[k + 2]);
        CHECK(rows.back()[k + 2] <= rows.back()[k + 1]);
    }
    CHECK(scene.bytes("out/press-block-region.csv")
              .starts_with("time [s],volume [m^3],inverted elements,least_energy_density [J/m^3],"
                           "greatest_energy_density [J/m^3],mean_energy_density [J/m^3],"
                           "integral_energy_density [J],least_cauchy_stress_xx [Pa],"));
}

TEST_CASE("output/region: parts add up to the whole") {
    const auto whole = pressed("quantities: [energy_density]");
    const auto lower = pressed(
        "where: {half_space: {normal: [0, 1, 0], offset: 1}}, quantities: [energy_density]");
    const auto upper = pressed(
        "where: {half_space: {normal: [0, -1, 0], offset: -1}}, quantities: [energy_density]");
    const auto last = [](const SmallRun& scene) {
        REQUIRE(scene.run() == 0);
        return scene.table("out/press-block-region.csv").back();
    };
    const auto all = last(whole), one = last(lower), other = last(upper);
    CHECK(one[1] + other[1] == Approx(all[1]).epsilon(1e-12));
    CHECK(one[6] + other[6] == Approx(all[6]).epsilon(1e-12));
}

TEST_CASE("output/region: elements turned inside out are counted") {
    // A law of small strains lets the block be pressed through itself.
    const SmallRun scene(
        "press",
        "sinew: 1\n"
        "time: {end: 1 s, step: 1 s}\n"
        "scene:\n"
        "  - node: block\n"
        "    mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1], element: hex8}\n"
        "    material: {type: linear, young: 1 kPa, poisson: 0}\n"
        "    constraints:\n"
        "      - {type: fixed, where: {plane: {normal: [0, 1, 0], offset: 0}}}\n"
        "      - {type: prescribed, where: {plane: {normal: [0, 1, 0], offset: 1}}, "
        "displacement: {expr: [\"0\", \"-1.5*t\", \"0\"]}}\n"
        "    solver: {type: static}\n"
        "    outputs: [{type: region}]\n");
    REQUIRE(scene.run() == 0);
    const auto rows = scene.table("out/press-block-region.csv");
    CHECK(rows.front()[2] == 0);
    CHECK(rows.back()[2] == 1);
    CHECK(rows.back()[1] == Approx(-0.5));
}

TEST_CASE("output/region: a region without a whole element is refused") {
    const OutputRun scene("[{type: region, where: {plane: {normal: [0, 0, 1], offset: 0}}}]");
    REQUIRE(scene.run() == 2);
    CHECK_THAT(scene.bytes("out/run.json"),
               Catch::Contains("no element of the mesh is in {plane:"));
}

TEST_CASE("output/region: directions, which have no mean, are refused") {
    const OutputRun scene("[{type: region, quantities: [principal_directions]}]");
    REQUIRE(scene.run() == 2);
    CHECK_THAT(scene.bytes("out/run.json"),
               Catch::Contains("directions have no least, greatest or mean"));
}
