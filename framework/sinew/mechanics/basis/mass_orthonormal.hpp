/// Other vectors of the same span that are mass-orthonormal.
#pragma once

#include <sinew/mechanics/assembly/mass.hpp>

namespace sinew {

/// X (n x m) becomes mass-orthonormal, by the Cholesky factor of X'MX: as far as round-off and the
/// angles between its vectors allow; a second time to round-off. False if they depend on each
/// other; then X is not to be used.
bool make_mass_orthonormal(Eigen::MatrixXd& X, const MassMatrix& mass);

}  // namespace sinew
