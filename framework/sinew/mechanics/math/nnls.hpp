/// Least squares with non-negative unknowns: min |A x - b| over x >= 0.
#pragma once

#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// Result of nnls; x has the unit of b over that of A.
struct NnlsSolution {
    Vector x;               ///< one a column of A, >= 0
    int iterations = 0;     ///< unknowns that were let in
    bool converged = true;  ///< else the best x found within the bound on iterations
};

/// Solves from `gram` = A'A (n x n, both triangles) and `rhs` = A'b (n) by the active-set method of
/// Lawson & Hanson on the normal equations: Bro & de Jong, A fast non-negativity-constrained least
/// squares algorithm, J. Chemometrics 11 (1997). Columns that depend on those of the passive set
/// (where x > 0) stay at zero.
///
/// `start`, if not empty: x >= 0 to start from, a solution with fewer columns, say. `most`, if not
/// 0: bound on iterations; else the bound is several times the usual number.
NnlsSolution nnls(const Eigen::Ref<const Eigen::MatrixXd>& gram,
                  const Eigen::Ref<const Vector>& rhs, const Vector& start = {}, int most = 0);

}  // namespace sinew
