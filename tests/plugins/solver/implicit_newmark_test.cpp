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
    "implicit_newmark: loads that are lost beside the stiffness are reported, others are not") {
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

TEST_CASE(
    "implicit_newmark: a blind step that inverts the body fails the next one, with its place") {
    for (const std::string reduction :
         {"", "    reduction: {type: subspace, basis: {type: linear_modes, modes: 6}}\n"}) {
        CAPTURE(reduction);
        const sinew::testing::SmallRun run("beam", R"(sinew: 1
time: {end: 1 s, step: 0.01 s}
scene:
  - node: beam
    mesh: {type: box, size: [1, 0.1, 0.1], cells: [10, 1, 1], element: tet4}
    material: {type: neo_hookean, young: 1 MPa, poisson: 0.3, density: 1000}
    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]
    loads: [{type: body_force, force: [0, 0, -3e6]}]
    solver: {type: implicit_newmark, damping: {stiffness: 0.001},
             newton: {iterations: 1, line_search: false}}
)" + reduction);
        REQUIRE(run.run() == 1);
        const auto error = nlohmann::json::parse(run.bytes("out/run.json")).at("errors").at(0);
        CHECK_THAT(error.at("message").get<std::string>(),
                   Catch::Matches("the step of .* failed, also after .* halvings: element .* of "
                                  "/beam is inverted.*"));
    }
}
