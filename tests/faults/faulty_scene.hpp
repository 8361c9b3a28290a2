/// A small scene that works, to be broken in one place.
#pragma once

#include <support/program.hpp>
#include <utility>
#include <vector>

namespace sinew::test {

using Replacements = std::vector<std::pair<std::string, std::string>>;

inline const std::string box_mesh = "{type: box, size: [1, 0.1, 0.1], cells: [4, 1, 1]}";
inline const std::string hold = "{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}";

/// A beam that is held at one end, in static equilibrium under its weight.
inline std::string static_beam(const Replacements& replacements = {}) {
    std::string text =
        "sinew: 1\n"
        "time: {end: 0.1 s, step: 0.05 s}\n"
        "scene:\n"
        "  - node: beam\n"
        "    mesh: " +
        box_mesh +
        "\n"
        "    material: {type: neo_hookean, young: 1 MPa, poisson: 0.3}\n"
        "    constraints: [" +
        hold +
        "]\n"
        "    loads: [{type: gravity}]\n"
        "    solver: {type: static}\n"
        "    outputs: [{type: vtu}]\n";
    for (const auto& [from, to] : replacements) {
        const std::size_t at = text.find(from);
        if (at == std::string::npos) throw std::logic_error("the scene has no '" + from + "'");
        text.replace(at, from.size(), to);
    }
    return text;
}

/// The same with a mesh file as its body.
inline std::string beam_of_file(const std::string& plugin, const std::string& file) {
    return static_beam({{box_mesh, "{type: " + plugin + ", file: " + file + "}"}});
}

}  // namespace sinew::test
