/// The end of the spectrum that smoothers and interpolation are made for.
#pragma once

#include "diagonal_blocks.hpp"

namespace sinew::multigrid {

/// A bound of the eigenvalues of D^-1 A from above: the greatest Ritz value of a few Lanczos steps
/// in the inner product of D, from a start vector that is always the same, what may be missing by
/// its residual, and a twentieth more. 1 if A is zero; not finite if A is not. Zhou & Li, Bounding
/// the spectrum of large Hermitian matrices, Linear Algebra and its Applications 435, 2011.
template <class Real, int R>
double greatest_eigenvalue(const SquareRows<Real, R>& A, const DiagonalBlocks<Real, R>& inverse);

}  // namespace sinew::multigrid
