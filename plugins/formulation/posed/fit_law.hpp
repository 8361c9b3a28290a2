/// The law that fits poses: neo-Hookean, and at rest as stiff as the body's own.
///
/// A fit bends a body further than the body itself will ever be bent from its pose, and its result
/// is a rest shape, whose elements must not be inverted. Laws that are finite for an element of no
/// volume (St. Venant-Kirchhoff, which also weakens as it is pressed) let them; this one does not.
#pragma once

#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/material/material.hpp>

namespace sinew {

/// The law on the elements of a mesh. Its Lame constants are those of the isotropic tangent that is
/// nearest to the material's where F = I: 9 K = sum_ij C_iijj, 3 K + 10 mu = sum_ij C_ijij.
/// `material` outlives it.
LawOfMesh fit_law(const Material& material);

}  // namespace sinew
