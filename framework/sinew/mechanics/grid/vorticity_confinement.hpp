/// Forces that keep vortices which the grid would blur.
///
///     f = epsilon h (N x omega),      omega = curl v,     N = grad |omega| / |grad |omega||
///
/// per mass [m/s^2]: the part that confines a vortex to its axis. Fedkiw, Stam & Jensen 2001.
#pragma once

#include <sinew/mechanics/grid/grid.hpp>

namespace sinew {

/// The curl of a field at nodes [1/s]: central differences, one-sided on the grid's sides, none
/// along an axis of one cell.
VectorField curl(const VectorField& v, const Grid& grid);

/// v += dt f
void add_vorticity_confinement(const Grid& grid, double epsilon, double dt, VectorField& v);

}  // namespace sinew
