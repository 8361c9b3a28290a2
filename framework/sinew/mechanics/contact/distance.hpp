/// Derivatives of the distance of closest points, and of functions of it.
///
/// With r = sum_i w_i x_i of length d, n = r/d, tangents T_k = dr/du_k and b_k = dw/du_k, made
/// orthonormal together so that T_k'T_l = delta_kl,
///
///     grad d          = w (x) n
///     d Hess d        = - d sum_k [ (w (x) T_k)(b_k (x) n)' + (b_k (x) n)(w (x) T_k)'
///                                   + d (b_k (x) n)(b_k (x) n)' ]
///                       + sum_m (w (x) m)(w (x) m)'
///
/// with m the directions that are square to n and to every T_k: none of interiors, one of a vertex
/// and an edge, two of two vertices. (The closest points move with the vertices: the Hessian of the
/// least value over u is f_xx - f_xu f_uu^-1 f_ux of f = r.r/2.)
#pragma once

#include <sinew/mechanics/contact/closest_points.hpp>
#include <sinew/mechanics/math/definiteness.hpp>

namespace sinew {

/// A gradient by the positions of a stencil, x y z a vertex.
using StencilVector = Eigen::Matrix<double, 12, 1>;
/// A Hessian by the positions of a stencil.
using StencilMatrix = Eigen::Matrix<double, 12, 12>;

/// Distance [m] and its gradient by the positions; d > 0.
struct Distance {
    double value;
    StencilVector gradient;
};
Distance distance_and_gradient(const ClosestPoints& closest, const Stencil& x);

/// Hessian of f(d) by the positions: f'' grad d grad d' + f' Hess d, with f' and f'' those of f at
/// d > 0. psd_projected: a positive semidefinite matrix that is not below the exact one; it is
/// found term by term in closed form.
StencilMatrix distance_hessian(const ClosestPoints& closest, const Stencil& x, double first,
                               double second, Definiteness definiteness);

}  // namespace sinew
