/// Healing of the errors of solids' volumes: a flux that takes them back.
///
/// A projection keeps volumes, and so the errors, too, that tolerances and the advection of
/// displacements leave in them: in a solid that cannot change its volume no elastic force takes
/// them back. They grow into strains that the pressure holds in balance, until it lets them go. So
/// the right side b of (5.6) asks each cell of a solid for the flux
///
///     b = - V_s ln(J / J_0) / T
///
/// V_s: the volume of its solid part, J the mean there, J_0 that of the body as it was placed in
/// the scene. What a solid gains the fluid about it loses.
#pragma once

#include <memory>
#include <sinew/mechanics/eulerian/eulerian_solid.hpp>

namespace sinew {

/// b of all cells [m^3/s] for a time T [s], the cells of the solids being evaluated. `fluid_parts`:
/// of the cells. Zero where all of a cell's nodes are prescribed; without alternating parts, which
/// pressures do not see.
Vector flux_that_heals(const Grid& grid, const std::vector<std::unique_ptr<EulerianSolid>>& solids,
                       const Vector& fluid_parts, const NodeConditions& conditions, double time);

}  // namespace sinew
