/// Holes of a surface, and the balls that they let in.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>

namespace sinew {

/// A radius [m] of balls that no hole of the surface lets in, but no less than `least`. It is at
/// most a twentieth more than needed where holes are flat and their middle sees all of the border
/// (as it does in every convex one); beside that it may be larger. A surface that passes
/// `structural_defect`; least > 0.
double closing_radius(const SurfaceMesh& surface, double least);

}  // namespace sinew
