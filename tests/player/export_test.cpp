/// Scenes that a player cannot step are refused where they say so.

#include <catch2/catch.hpp>

#include "exported.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

namespace {

std::string refusal(const BeamScene& beam) {
    try {
        const Exported exported(beam.scene());
    } catch (const InputError& error) {
        return error.what();
    }
    return "exported";
}

}  // namespace

TEST_CASE("export: other force models and laws are refused") {
    BeamScene beam;
    beam.forces = "{type: projection}";
    CHECK_THAT(refusal(beam), Contains("beam.yaml:") &&
                                  Contains("does not know these forces (forces/projection)") &&
                                  Contains("stvk_polynomial"));
    beam.material = "{type: arap, young: 1 MPa}";
    beam.forces = "{type: cubature, size: 8, unreached: keep}";
    CHECK_THAT(refusal(beam), Contains("does not know material/arap") &&
                                  Contains("corotational, neo_hookean, stable_neo_hookean, stvk"));
}

TEST_CASE("export: materials that change are refused") {
    BeamScene beam;
    beam.changes = ", materials: [{young: {keyframes: [[0, 1e6], [1, 3e6]]}}]";
    CHECK_THAT(refusal(beam), Contains("`materials` change"));
}

TEST_CASE("export: loads that depend on the motion are refused by name") {
    BeamScene beam;
    beam.loads = "[{type: pull, at: [1, 0.05, 0.05], target: [1, 0, 0], stiffness: 10 N/m}]";
    CHECK_THAT(refusal(beam), Contains("load/pull") && Contains("sinew_player_add_node_force"));
    beam.loads =
        "[{type: pressure, where: {plane: {normal: [1, 0, 0], offset: 1}}, pressure: 1 kPa}]";
    CHECK_THAT(refusal(beam), Contains("load/pressure"));
}

TEST_CASE("export: solvers whose steps a player cannot take are refused") {
    BeamScene beam;
    beam.solver = "{type: static}";
    CHECK_THAT(refusal(beam), Contains("solver/static") && Contains("implicit_newmark"));
    beam.solver = "{type: central_difference}";
    CHECK_THAT(refusal(beam), Contains("solver/central_difference"));
    beam.solver = "{type: implicit_newmark}";
    CHECK_THAT(refusal(beam), Contains("iterates to convergence") && Contains("iterations: 1"));
    beam.solver = "{type: implicit_newmark, newton: {iterations: 1}}";
    CHECK_THAT(refusal(beam), Contains("line_search: false"));
    beam.solver =
        "{type: implicit_newmark, newton: {iterations: 1, line_search: false}, linear: {type: "
        "cholesky}}";
    CHECK_THAT(refusal(beam), Contains("linear/cholesky") && Contains("leave `linear` out"));
}

TEST_CASE("export: bodies that are free, carried, coupled, in full space or many are refused") {
    BeamScene beam;
    beam.constraints = "[]";
    CHECK_THAT(refusal(beam), Contains("nothing holds it"));
    beam.constraints =
        "[{type: prescribed, where: {plane: {normal: [1, 0, 0], offset: 0}}, displacement: "
        "{keyframes: [[0 s, [0, 0, 0]], [1 s, [0, 0, 1 cm]]]}}]";
    CHECK_THAT(refusal(beam), Contains("its supports move") && Contains("stand still"));
    BeamScene coupled;
    coupled.more =
        "    couplings: [{type: contact, thickness: 4 mm, stiffness: 100 kPa, potential: "
        "offset}]\n";
    CHECK_THAT(refusal(coupled), Contains("/beam has couplings") && Contains("take them away"));
    const auto without = [](std::string text, const std::string& from, const std::string& to) {
        const std::size_t first = text.find(from);
        return text.erase(first, text.find(to, first) - first);
    };
    const auto refused = [](const std::string& text) {
        try {
            const Exported exported(parse_scene(text, "beam.yaml"));
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string("exported");
    };
    const std::string text = BeamScene().text();
    CHECK_THAT(refused(without(text, "    reduction:", "    solver:")),
               Contains("a body in full space"));
    CHECK_THAT(refused(without(text, "    solver:", "\n") + ""), Contains("the scene has 0"));
    const std::string node = text.substr(text.find("  - node: beam"));
    std::string second = node;
    second.replace(second.find("beam"), 4, "other");
    CHECK_THAT(refused(text + second), Contains("the scene has 2"));
}
