/// Nodes that the inertia of a rest shape is sampled at.
#pragma once

#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/assembly/block_pattern.hpp>
#include <sinew/mechanics/assembly/mass.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/pose_space/sampled_inertia.hpp>

namespace sinew::pose_space {

/// Nodes and their weights.
struct InertiaNodes {
    std::vector<int> nodes;  ///< ascending
    Vector weights;          ///< >= 0
    double training_error = 0, test_error = 0;

    Archive archive() const;
    static InertiaNodes from(const Archive& archive);
    /// Words that differ if nodes or weights do.
    std::string identity() const;
};

/// The inertia by these nodes, on all threads. `bases`, `shapes`: U_i and Y_i of the poses;
/// `pattern`: of `mass`.
SampledInertia sampled_inertia(const InertiaNodes& nodes, const std::vector<Eigen::MatrixXd>& bases,
                               const std::vector<Points>& shapes, const MassMatrix& mass,
                               const BlockPattern& pattern);

}  // namespace sinew::pose_space
