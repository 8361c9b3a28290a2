/// A sparse matrix of 3 x 3 blocks over the nodes of a body; both triangles are stored.
#pragma once

#include <memory>
#include <sinew/mechanics/assembly/block_pattern.hpp>
#include <sinew/mechanics/system/tangent.hpp>
#include <vector>

namespace sinew {

/// A symmetric or unsymmetric matrix of n_nodes x n_nodes blocks on a given pattern, 3 n_nodes rows
/// of numbers. Stiffness matrices are in N/m, mass matrices in kg.
class BlockMatrix {
public:
    BlockMatrix() = default;
    /// All blocks are zero.
    explicit BlockMatrix(std::shared_ptr<const BlockPattern> pattern);

    /// The blocks that are stored.
    const BlockPattern& pattern() const { return *pattern_; }
    /// The blocks where they are.
    NodeRows rows() const {
        if (!pattern_) return {};
        return {pattern_->n_rows(), pattern_->starts(), pattern_->columns(), values_.data()};
    }
    /// Rows of numbers: three a node.
    Index size() const { return pattern_ ? 3 * Index(pattern_->n_rows()) : 0; }

    /// Nine numbers, column by column.
    double* block(int b) { return values_.data() + 9 * std::size_t(b); }
    const double* block(int b) const { return values_.data() + 9 * std::size_t(b); }
    /// Block b of the pattern as a matrix.
    Eigen::Map<Eigen::Matrix3d> at(int b) { return Eigen::Map<Eigen::Matrix3d>(block(b)); }
    Eigen::Map<const Eigen::Matrix3d> at(int b) const {
        return Eigen::Map<const Eigen::Matrix3d>(block(b));
    }
    /// Sets all blocks to zero.
    void set_zero();
    /// Adds `factor` times another of the same pattern.
    void add(double factor, const BlockMatrix& other);

    /// y = A x, in the unit of A times that of x. Each row is summed in the order of its columns,
    /// whatever the number of threads.
    void multiply(const Vector& x, Vector& y) const;
    /// The diagonal's numbers, three a node, in the unit of A: [N/m] or [kg].
    Vector diagonal() const;

private:
    std::shared_ptr<const BlockPattern> pattern_;
    std::vector<double> values_;  // and one more, which products load and drop
};

}  // namespace sinew
