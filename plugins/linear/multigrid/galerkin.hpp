/// The matrix of the next level, P' A P.
#pragma once

#include "interpolation.hpp"

namespace sinew::multigrid {

/// Finds where P' A P has blocks.
template <class Real, int R>
void set_galerkin_structure(const SquareRows<Real, R>& A, const Interpolation<Real, R>& P,
                            SquareRows<Real, n_motions>& coarse);

/// Computes the values of P' A P, symmetric to the last bit, for a structure that is set. Row by
/// row: P' A of an aggregate is made, multiplied and dropped, so that no product is ever stored.
template <class Real, int R>
void galerkin_product(const SquareRows<Real, R>& A, const Interpolation<Real, R>& P,
                      SquareRows<Real, n_motions>& coarse);

}  // namespace sinew::multigrid
