#include "subspace_bodies.hpp"

#include <fmt/format.h>

#include <sinew/mechanics/reduced/reduced_system.hpp>

namespace sinew::bench {

std::string stvk_bar(const std::string& cells, const std::string& basis,
                     const std::string& forces) {
    return fmt::format(R"(mesh: {{type: box, size: [1, 0.2, 0.2], cells: [{}], element: tet4}}
material: {{type: stvk, young: 1 MPa, poisson: 0.4}}
constraints: [{{type: fixed, where: {{plane: {{normal: [1, 0, 0], offset: 0}}}}}}]
loads: [{{type: gravity}}]
reduction:
  type: subspace
  basis: {}
  forces: {}
)",
                       cells, basis, forces);
}

ReducedForces& forces_of(SceneBody& scene) {
    return dynamic_cast<ReducedSystem&>(scene.system()).reduced_forces();
}

}  // namespace sinew::bench
