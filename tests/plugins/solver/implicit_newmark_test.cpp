#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "falling.hpp"

TEST_CASE("implicit_newmark: a free body falls as Galileo says, to round-off") {
    const std::vector<double> z = sinew::testing::falling("implicit_newmark");
    REQUIRE(z.size() == 21);
    for (int n = 0; n <= 20; ++n)
        CHECK(z[std::size_t(n)] == Approx(-0.5 * 10 * 1e-4 * n * n).margin(1e-10));
}

TEST_CASE(
    "implicit_newmark: loads that are lost beside the stiffness are told of, others are not") {
    const auto warnings = [](const std::string& length) {
        const sinew::testing::SmallRun run("speck", R"(sinew: 1
time: {end: 0.03 s, step: 0.01 s}
let: {l: )" + length + R"(}
scene:
  - node: cube
    mesh: {type: box, size: ["${l}", "${l}", "${l}"], cells: [2, 2, 2], element: hex8}
    material: {type: neo_hookean, young: 200 GPa, poisson: 0, density: 7800}
    loads: [{type: gravity}]
    solver: {type: implicit_newmark}
)");
        REQUIRE(run.run() == 0);
        return nlohmann::json::parse(run.bytes("out/run.json")).at("warnings");
    };
    CHECK(warnings("1 mm").empty());
    const auto lost = warnings("1e-6 m");
    REQUIRE(lost.size() == 1);
    CHECK_THAT(lost[0].at("message").get<std::string>(),
               Catch::Contains("beside the stiffness they are lost"));
    CHECK(lost[0].at("node") == "/cube");
}
