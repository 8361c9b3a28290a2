/// Does a triangle touch a unit cube of the grid?
#pragma once

#include <Eigen/Core>

namespace sinew {

/// Three corners, one a column, in units of the grid's edge.
using GridTriangle = Eigen::Matrix3d;

/// Amount by which voxels are widened on each side, in edges: more than the rounding of
/// coordinates, less than the embedding of points forgives.
constexpr double touch_tolerance = 1e-10;

/// True if triangle and closed unit cube around `center` share a point, by separating axes: the
/// three of the cube, the triangle's normal, and the nine products of their edges.
///
/// T. Akenine-Moller, Fast 3D Triangle-Box Overlap Testing, J. Graphics Tools 6 (2001). All three
/// corners are projected on every axis, so that an axis that comes out inexact, or zero where the
/// triangle is a segment or a point, is merely a weaker one: nothing that touches is missed.
bool touches_cube(const GridTriangle& triangle, const Eigen::Vector3d& center);

}  // namespace sinew
