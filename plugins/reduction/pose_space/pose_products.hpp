/// Products of the bases of poses over the mass of all nodes, which a step takes in place of them.
#pragma once

#include <sinew/mechanics/assembly/mass.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/pose_space/linear_inertia.hpp>
#include <sinew/mechanics/pose_space/mixed_mass.hpp>
#include <sinew/mechanics/pose_space/rotated_mass.hpp>
#include <vector>

namespace sinew::pose_space {

/// The mass of bases U_i of m poses, 3 n_nodes x r each; mixed on all threads.
MixedMass mixed_mass(const std::vector<Eigen::MatrixXd>& bases, const MassMatrix& mass);
/// The same with matrices on the nodes.
RotatedMass rotated_mass(const std::vector<Eigen::MatrixXd>& bases, const MassMatrix& mass);
/// The inertia with a shape's factors phi, n_nodes x L.
LinearInertia linear_inertia(const std::vector<Eigen::MatrixXd>& bases,
                             const Eigen::MatrixXd& factors, const MassMatrix& mass);

}  // namespace sinew::pose_space
