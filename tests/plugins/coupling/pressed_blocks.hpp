/// A block that is pressed into another: a scene for tests of coupling/contact.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <support/small_run.hpp>

namespace sinew::test {

inline const std::string rubber =
    "        material: {type: stable_neo_hookean, young: 100 kPa, poisson: 0.3}\n";

/// A block on the ground and another above it, under one static solver. Indented as nodes of
/// `world` are; `second`: lines of the upper node beside mesh, material and place.
inline std::string two_blocks(const std::string& steps, const std::string& contact, double height,
                              const std::string& second, const std::string& solver = "static") {
    return "sinew: 1\ntime: {end: 1 s, step: 1/" + steps +
           " s}\nscene:\n  - node: world\n    couplings: [{type: contact, stiffness: 100 kPa" +
           contact + "}]\n    solver: {type: " + solver +
           ", newton: {max_iterations: 100, tolerance: 1e-9}}\n    outputs: [{type: energy}]\n"
           "    children:\n      - node: lower\n"
           "        mesh: {type: box, size: [0.2, 0.2, 0.1], cells: [4, 4, 2], element: tet4}\n" +
           rubber +
           "        constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n"
           "        outputs: [{type: probe, quantities: [reaction], "
           "where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n"
           "      - node: upper\n"
           "        transform: {translate: [0.043, 0.057, " +
           std::to_string(height) +
           "]}\n        mesh: {type: box, size: [0.1, 0.1, 0.1], cells: [3, 3, 3], element: "
           "tet4}\n" +
           rubber + second;
}

inline const std::string pushed =
    "        constraints: [{type: prescribed, where: {plane: {normal: [0, 0, 1], offset: 0.1}},\n"
    "          displacement: {keyframes: [[0 s, [0, 0, 0]], [1 s, [0, 0, -3 cm]]]}}]\n"
    "        outputs: [{type: probe, quantities: [reaction], "
    "where: {plane: {normal: [0, 0, 1], offset: 0.1}}}]\n";

inline nlohmann::json contact_of(const testing::SmallRun& run) {
    return nlohmann::json::parse(run.bytes("out/run.json"))["solvers"]["/world"]["couplings"][0];
}

}  // namespace sinew::test
