/// Rows of the bases of all poses at some nodes, in the order in which a step reads them.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

#include "column_ranges.hpp"

namespace sinew::pose_space {

/// In single precision, and without the columns that do not move a node.
class RowsOfPoses {
public:
    /// `bases`: X_i of m poses, 3 n_nodes x r each.
    RowsOfPoses(const std::vector<Eigen::MatrixXd>& bases, std::span<const int> nodes);

    /// sum over the nodes of X_i' f, one pose below the other, for a force f on each, one a column:
    /// m r numbers.
    Vector pulled_back(const Points& forces) const;
    /// sum_i X_i k_i at number `at` of the nodes, for m r numbers k_i one below the other.
    Eigen::Vector3d times(Index at, const Vector& stacked) const;

private:
    struct Run {
        ColumnRange columns;
        std::size_t first;  ///< of its numbers: for each pose, x y z after each other
    };

    Index n_poses_, n_columns_;
    std::vector<Run> runs_;               ///< of a node after the other
    std::vector<std::size_t> first_run_;  ///< of each node, and their number
    std::vector<float> rows_;
};

}  // namespace sinew::pose_space
