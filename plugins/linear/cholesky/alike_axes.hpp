/// Matrices that act on x, y and z of every node alike, each axis for itself: A = B (x) I_3. One
/// factor of B, a ninth as large as that of A, then serves all three axes.
#pragma once

#include <sinew/mechanics/linear/reduced_matrix.hpp>

namespace sinew {

class AlikeAxes {
public:
    /// True if the matrix (its lower part) is of this kind, to the last bit: its free degrees of
    /// freedom are x, y and z of whole nodes, no entry couples two axes, and all axes have the same
    /// ones. If so, takes B.
    bool take(const ReducedMatrix& lower);

    /// The lower part of B, column by column, as of ReducedMatrix.
    int size() const { return static_cast<int>(starts_.size()) - 1; }
    const std::vector<int>& starts() const { return starts_; }
    const std::vector<int>& rows() const { return rows_; }
    const std::vector<double>& values() const { return values_; }

    /// Columns of A's right-hand sides side by side, as three columns of B's each; and back.
    static Eigen::MatrixXd folded(const Eigen::Ref<const Eigen::MatrixXd>& b);
    static void unfold(const Eigen::Ref<const Eigen::MatrixXd>& x, Eigen::Ref<Eigen::MatrixXd> out);

private:
    bool take_node(const ReducedMatrix& lower, int node);
    std::vector<int> starts_, rows_;
    std::vector<double> values_;
};

}  // namespace sinew
