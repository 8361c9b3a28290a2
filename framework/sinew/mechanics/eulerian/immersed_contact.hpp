/// Repulsion and friction between immersed bodies and the solids and walls of a grid.
#pragma once

#include <sinew/mechanics/eulerian/solid_contact.hpp>
#include <sinew/mechanics/immersed/immersed_body.hpp>

namespace sinew {

/// Changes the velocities of the bodies' material points by (5.9) and (5.10), from those that the
/// grid has given them. A solid gets the opposite impulse about its surface, so that momentum is
/// kept; walls take theirs. `flat`: an axis along which nothing touches.
void add_repulsion(const RepulsionLaw& law, const std::vector<ImmersedBody*>& bodies,
                   const std::vector<std::unique_ptr<EulerianSolid>>& solids, const Grid& grid,
                   const Walls& walls, std::optional<int> flat, double dt);

}  // namespace sinew
