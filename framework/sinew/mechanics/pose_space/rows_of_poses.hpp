/// Rows of the bases of all poses at some nodes, in the order in which a step reads them.
#pragma once

#include <sinew/mechanics/pose_space/column_ranges.hpp>

namespace sinew::pose_space {

/// Without the columns that do not move a node.
class RowsOfPoses {
public:
    enum class Precision { single, exact };

    /// Columns of a node that stand one after the other.
    struct Run {
        ColumnRange columns;
        std::size_t first;  ///< of its numbers: for each pose, x y z after each other
    };

    RowsOfPoses() = default;
    /// `bases`: X_i of m poses, 3 n_nodes x r each.
    RowsOfPoses(const std::vector<Eigen::MatrixXd>& bases, std::span<const int> nodes,
                Precision precision = Precision::single);
    /// Rows that runs are given of: the first run of each node and the number of all, and their
    /// numbers in single precision.
    RowsOfPoses(Index n_poses, Index n_columns, std::vector<Run> runs,
                std::vector<std::size_t> first_run, std::vector<float> numbers);

    Index n_poses() const { return n_poses_; }
    Index n_columns() const { return n_columns_; }
    Index n_nodes() const { return Index(first_run_.size()) - 1; }
    const std::vector<Run>& runs() const { return runs_; }
    const std::vector<std::size_t>& first_runs() const { return first_run_; }
    /// Numbers of all runs; empty if they are exact ones.
    const std::vector<float>& numbers() const { return single_; }
    /// Memory of the numbers [bytes].
    std::size_t n_bytes() const {
        return sizeof(float) * single_.size() + sizeof(double) * exact_.size();
    }

    /// sum := that over the nodes of X_i' f, one pose below the other, for a force f on each, one a
    /// column: m r numbers.
    void pull_back(const Eigen::Matrix3Xd& forces, Vector& sum) const;
    /// sum += X_i' f for a force on number `at` of the nodes.
    void add_pulled_back(Index at, const Eigen::Vector3d& force, Vector& sum) const;
    /// sum_i X_i k_i at number `at` of the nodes, for m r numbers k_i one below the other.
    Eigen::Vector3d times(Index at, const Vector& stacked) const;
    /// The X_i of the node, transposed and one below the other: m r x 3.
    Eigen::MatrixX3d of_node(Index at) const;
    /// to := sum_i w_i X_i of the node, transposed: r x 3.
    void mix(Index at, const Vector& weights, Eigen::MatrixX3d& to) const;

private:
    template <class Number>
    void gather(const std::vector<Eigen::MatrixXd>& bases, std::span<const int> nodes,
                std::vector<Number>& to);
    /// The sum over the poses of a row times k of its columns. `row`: of the first pose, those of
    /// others `stride` numbers on; `k`: of the first, and the columns.
    template <class Number>
    double row_times(const Number* row, Index stride, const ColumnRange& columns,
                     const double* k) const;
    /// Calls visit(pose, axis, columns, their numbers) for all of a node.
    template <class Visit>
    void each(Index at, Visit&& visit) const;

    Index n_poses_ = 0, n_columns_ = 0;
    std::vector<Run> runs_;               ///< of a node after the other
    std::vector<std::size_t> first_run_;  ///< of each node, and their number
    std::vector<float> single_;
    std::vector<double> exact_;
};

}  // namespace sinew::pose_space
