/// Columns of a basis that follow supports, beside those that are zero there.
#pragma once

#include <sinew/mechanics/assembly/mass.hpp>
#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// [B' U] for constraint modes B and a mass-orthonormal U (n x m, n x r): mass-orthonormal as a
/// whole, with B' in the span of B and U. Since U is zero where the body is constrained, B' moves
/// supports in the same directions as B. Orthogonal to U, it couples with it by no mass: the
/// inertia U'MB s'' of moving supports is in what q means.
Eigen::MatrixXd joined(const Eigen::MatrixXd& B, const Eigen::MatrixXd& U, const MassMatrix& mass);

}  // namespace sinew
