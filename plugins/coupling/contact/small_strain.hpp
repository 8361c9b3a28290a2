/// Moduli of a law at rest, to first order.
#pragma once

#include <sinew/mechanics/material/material.hpp>

namespace sinew {

/// Young's modulus of the law at F = I, the mean over the elements [Pa]; of an anisotropic law that
/// which its first axis and the shear of the first two would have if it were isotropic.
double youngs_modulus(const PointLaw& law, Index n_elements);

}  // namespace sinew
