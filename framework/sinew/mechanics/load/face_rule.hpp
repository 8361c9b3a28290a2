/// Integration over the faces of elements, for loads on surfaces.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

namespace sinew {

/// Points of a face with 3, 4 or 6 nodes (corners, then midpoints 01 12 20), in the order in which
/// Boundary::faces gives them.
struct FaceRule {
    Eigen::VectorXd weights;                  ///< sum: area of the reference face
    std::vector<Eigen::VectorXd> values;      ///< N_a at each point
    std::vector<Eigen::MatrixX2d> gradients;  ///< dN_a/d(xi, eta) at each point
};

/// Exact for the pressure on a flat face whose sides are straight.
const FaceRule& face_rule(std::size_t n_nodes);

/// Area that point q of the rule stands for on a face with these nodes, whose positions are columns
/// of x, 3 x n_nodes of the mesh [m^2].
double area_at(const FaceRule& rule, std::size_t q, const Eigen::Matrix3Xd& x,
               const std::vector<int>& nodes);

}  // namespace sinew
