/// Preconditioners that need nothing but the tangent.
#pragma once

#include <memory>
#include <sinew/mechanics/linear/linear.hpp>

namespace sinew {

/// P = diag(A). Rows in `fixed` are identity; so are rows whose diagonal is not positive.
std::unique_ptr<Preconditioner> jacobi(const Tangent& tangent, const FixedMask& fixed);

/// P = the 3 x 3 blocks on the diagonal of A (degrees of freedom 3 k to 3 k + 2). Blocks that are
/// not positive definite give their diagonals.
std::unique_ptr<Preconditioner> block_jacobi(const Tangent& tangent, const FixedMask& fixed);

class ReducedMatrix;

/// Incomplete Cholesky factors without fill, IC(0), of diagonal blocks of A over fixed ranges of
/// about 4096 free degrees of freedom, so that bits do not depend on threads. Where a pivot is not
/// positive, the diagonal is raised (Manteuffel 1980) and the range factored again; where that does
/// not help either, the range keeps its diagonal alone. `matrix` is the lower part, and is not
/// needed afterwards. not_finite, and no P, if one of its entries is not.
Event incomplete_cholesky(const ReducedMatrix& matrix, std::unique_ptr<Preconditioner>& P);

}  // namespace sinew
