/// Elastic constants of a law where nothing is strained.
#pragma once

#include <Eigen/Core>
#include <sinew/mechanics/material/material.hpp>

namespace sinew {

/// Poisson's ratio of each element, of its tangent where nothing is strained:
/// (3 K - 2 mu) / (6 K + 2 mu), with the bulk modulus K of a change of volume and the shear modulus
/// mu of a shear in the first two axes. `law` is bound to `n_elements`.
Eigen::VectorXd poisson_ratios(const PointLaw& law, Eigen::Index n_elements);

}  // namespace sinew
