/// Least squares with non-negative unknowns: min |A x - b| over x >= 0.
#pragma once

#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// Result of nnls, with the unit of x that of b over A.
struct NnlsSolution {
    Vector x;               ///< one a column of A, >= 0
    int iterations = 0;     ///< unknowns that were let in
    bool converged = true;  ///< else the best x found within the bound on iterations
};

/// Solves from `gram` = A'A (n x n, both triangles) and `rhs` = A'b (n) by the method of Bro & de
/// Jong, A fast non-negativity- constrained least squares algorithm, J. Chemometrics 11 (1997): the
/// active sets of Lawson & Hanson on the normal equations. Columns that depend on those already in
/// use stay at zero.
///
/// `start`, if not empty: x >= 0 to start from, a solution with fewer columns, say. `most`, if not
/// 0: bound on iterations, else one that is several times what they are known to take.
NnlsSolution nnls(const Eigen::Ref<const Eigen::MatrixXd>& gram,
                  const Eigen::Ref<const Vector>& rhs, const Vector& start = {}, int most = 0);

}  // namespace sinew
