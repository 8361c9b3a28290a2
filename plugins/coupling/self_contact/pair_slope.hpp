/// How a pair's forces change as its node and the corners of its place move.
#pragma once

#include <Eigen/Core>

namespace sinew {

/// Positions, or motions, of a node and of three corners, one a column.
using PairPoints = Eigen::Matrix<double, 3, 4>;
/// Of forces on those: -df/dz, with z their positions, column after column.
using PairSlope = Eigen::Matrix<double, 12, 12>;

/// Of the spring G u between the node and the place between the corners whose weights are fixed,
/// u = dx - sum_a b_a dx_a.
PairSlope spring_slope(const Eigen::Matrix3d& G, const Eigen::Vector3d& weights);

/// The Hessian of c |d|^2 / 2 where the place, with these weights, is the nearest to the node of
/// the triangle, of one of its edges or of a corner (by the weights that are not zero). As the
/// least over b of c |y_b - x|^2 / 2, it is
///
///     c (u'u - m' M^-1 m),    m_j = t_j'u - d'dt_j,    M_jk = t_j't_k,
///
/// with t_j the edges from the first of those corners to the others. On a face, where d = s n,
/// that is c ((n'u)^2 - 2 s u'dn - s^2 |dn|^2): symmetric, but not always positive.
PairSlope nearest_slope(double c, const PairPoints& at, const Eigen::Vector3d& weights);

/// The nearest symmetric matrix to `slope` without negative eigenvalues.
PairSlope positive_part(const PairSlope& slope);

}  // namespace sinew
