/// Bodies in subspaces that several tables measure.
#pragma once

#include <sinew/mechanics/forces/forces.hpp>
#include <string>

#include "kit/scene_body.hpp"

namespace sinew::bench {

/// A bar of St. Venant and Kirchhoff's law, 1 x 0.2 x 0.2 m, that is held at one end and falls
/// under gravity: five tetrahedra a cell of `cells` ("40, 8, 7"), `basis` and `forces` in YAML.
std::string stvk_bar(const std::string& cells, const std::string& basis,
                     const std::string& forces = "{type: stvk_polynomial}");

/// The reduced forces of a body in a subspace.
ReducedForces& forces_of(SceneBody& scene);

}  // namespace sinew::bench
