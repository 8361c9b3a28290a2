/// Tells which elements have laws that are alike: where materials meet, stress jumps.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <sinew/mechanics/material/material.hpp>

namespace sinew {

/// Laws of two elements are alike if their stresses at one deformation, with shear and a change of
/// volume, differ by at most a tenth of the greater: neighbours in a smooth field of moduli are,
/// elements on both sides of an interface are not. A rig's rotations make no difference.
///
/// Returns a function of two elements, numbered as in the mesh of `n_elements` that `law` is bound
/// to; it keeps what it needs.
std::function<bool(int, int)> alike_laws(const PointLaw& law, Index n_elements);

}  // namespace sinew
