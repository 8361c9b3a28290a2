/// A scene that is quick: one hexahedron in four steps.
#pragma once

#include <string>

namespace sinew::test {

/// A free cube in four steps of 0.1 s; `outputs`: what is written, as a list of YAML.
inline std::string cube_scene(const std::string& outputs) {
    return "sinew: 1\ntime: {end: 0.4 s, step: 0.1 s}\nscene:\n  - node: cube\n"
           "    mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1]}\n"
           "    material: {type: neo_hookean}\n    solver: {type: implicit_euler}\n"
           "    outputs: " +
           outputs + "\n";
}

}  // namespace sinew::test
