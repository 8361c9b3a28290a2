/// Rotations of the nodes of a mesh from one shape to another.
#pragma once

#include <Eigen/Core>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

namespace sinew::pose_space {

/// One rotation a node, from the positions of `mesh` to `to` (3 x n_nodes [m]): those of the
/// elements around it, as quaternions of equal signs, weighed by their volumes, and of unit length.
/// Of an element it is the rotation of the affine map that fits its nodes best.
///
/// Xu & Barbic 2016, equation 13.
std::vector<Eigen::Matrix3d> vertex_rotations(const VolumeMesh& mesh, const Points& to);

/// Turns the rows of each node back: X := R'X; X: 3 n_nodes x r.
void rotate_rows_back(const std::vector<Eigen::Matrix3d>& R, Eigen::MatrixXd& X);

}  // namespace sinew::pose_space
