/// Every formulation with every element that it takes.
#pragma once

#include <string>
#include <vector>

namespace sinew::test {

struct Discretised {
    std::string formulation, element;
};

inline const std::vector<Discretised> discretisations = {{"displacement", "tet4"},
                                                         {"displacement", "tet10"},
                                                         {"displacement", "hex8"},
                                                         {"f_bar", "tet4"},
                                                         {"f_bar", "hex8"}};

/// A cube of 1 m, for a SceneBody. `material`: its type, or all that its map holds.
inline std::string cube_of(const Discretised& how, const std::string& cells,
                           const std::string& material) {
    const bool has_moduli = material.find(',') != std::string::npos;
    return "    mesh: {type: box, size: [1, 1, 1], cells: " + cells + ", element: " + how.element +
           "}\n    material: {type: " + material +
           (has_moduli ? "" : ", young: 1 kPa, poisson: 0.45") +
           "}\n    formulation: {type: " + how.formulation + "}\n";
}

}  // namespace sinew::test
