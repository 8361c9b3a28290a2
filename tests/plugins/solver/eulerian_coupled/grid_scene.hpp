/// Texts of scenes with bodies below solver/eulerian_coupled.
#pragma once

#include <string>

namespace sinew::test {

/// A scene of a grid on the node, `solver` being what follows its type.
inline std::string grid_scene(const std::string& node, const std::string& solver,
                              const std::string& bodies, const std::string& time,
                              const std::string& outputs) {
    return "sinew: 1\ntime: " + time + "\nscene:\n  - node: " + node +
           "\n    solver:\n      type: eulerian_coupled\n" + solver + "    outputs: [" + outputs +
           "]\n    children:\n" + bodies;
}

/// A cube of 0.3 m whose lower corner is at x; `more` goes below its material.
inline std::string cube(const std::string& name, const std::string& x, double density,
                        const std::string& more) {
    return "      - node: " + name +
           "\n        mesh: {type: box, size: [0.3, 0.3, 0.3], cells: [3, 3, 3], element: hex8, "
           "origin: " +
           x + "}\n        material: {type: corotational, young: 5 kPa, poisson: 0.3, density: " +
           std::to_string(density) + "}\n" + more;
}

}  // namespace sinew::test
