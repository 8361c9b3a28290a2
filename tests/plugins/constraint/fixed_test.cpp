#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <support/bodies.hpp>
#include <support/scene_body.hpp>
#include <support/small_run.hpp>

using namespace sinew;
using test::box_of;
using test::SceneBody;

namespace {

const std::string left = "where: {plane: {normal: [1, 0, 0], offset: 0}}";  // 12 nodes

}  // namespace

TEST_CASE("constraint/fixed: nodes stay where they start, in the axes named") {
    SceneBody scene(box_of("hex8") + "    initial: {displacement: [0.5, 0, 0]}\n" +
                    "    constraints: [{type: fixed, " + left + ", axes: [x, z]}]\n");
    const Prescribed& constrained = scene.system().prescribed();
    REQUIRE(constrained.dofs.size() == 24);
    for (std::size_t k = 0; k < 24; ++k) {
        const Index axis = constrained.dofs[k] % 3;
        CHECK(axis != 1);
        CHECK(constrained.q(Index(k)) == Approx(axis == 0 ? 0.5 : 0.0));
        CHECK(scene.body().mesh.positions(0, constrained.dofs[k] / 3) == 0);
    }
}

TEST_CASE("constraint/fixed: nodes are free before `from` and after `until`") {
    SceneBody scene(box_of("hex8") + "    constraints: [{type: fixed, " + left +
                    ", from: 1 s, until: 2 s}]\n");
    BodySystem& system = scene.system();
    for (const auto& [time, n] : {std::pair{0.5, 0}, std::pair{1.5, 36}, std::pair{2.5, 0}}) {
        system.move_to(time);
        CHECK(system.prescribed().dofs.size() == std::size_t(n));
    }
}

TEST_CASE("constraint/fixed: the ground carries the weight of what stands on it, and no more") {
    const testing::SmallRun run(
        "stand",
        "sinew: 1\ntime: {end: 0.1 s, step: 0.1 s}\nscene:\n  - node: block\n"
        "    mesh: {type: box, size: [1, 1, 1], cells: [2, 2, 2], element: hex8}\n"
        "    material: {type: neo_hookean, young: 1 MPa, poisson: 0.3, density: 1000}\n"
        "    constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n"
        "    loads: [{type: gravity, acceleration: [0, 0, -10]}]\n"
        "    solver: {type: static}\n"
        "    outputs: [{type: probe, where: {plane: {normal: [0, 0, 1], offset: 0}}, "
        "quantities: [reaction]}]\n");
    REQUIRE(run.run() == 0);
    const auto row = run.table("out/stand-block-probe.csv").back();
    CHECK(row[1] == Approx(0).margin(0.1));
    CHECK(row[2] == Approx(0).margin(0.1));
    CHECK(row[3] == Approx(1e4).epsilon(1e-5));
}

TEST_CASE("constraint/fixed: a part of any_of that selects nothing is a warning in run.json") {
    const testing::SmallRun run("parts", R"(sinew: 1
time: {end: 0.2 s, step: 0.1 s}
scene:
  - node: block
    mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1]}
    material: {type: neo_hookean, young: 1 MPa, poisson: 0.3, density: 1000}
    constraints:
      - type: fixed
        where: {any_of: [{plane: {normal: [1, 0, 0], offset: 0}},
                         {plane: {normal: [1, 0, 0], offset: 5}}]}
      - {type: fixed, where: all, from: 0.11 s, until: 0.19 s}
    solver: {type: static}
)");
    REQUIRE(run.run() == 0);
    const auto warnings = nlohmann::json::parse(run.bytes("out/run.json")).at("warnings");
    REQUIRE(warnings.size() == 2);
    CHECK(warnings[0].at("line") == 10);
    CHECK(warnings[1].at("line") == 11);
    CHECK_THAT(warnings[1].at("message").get<std::string>(),
               Catch::Contains("it acts in no step: none of 0.1 s ends between 0.11 s and 0.19 s"));
}
