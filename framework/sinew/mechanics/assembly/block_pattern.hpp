/// The sparsity pattern of a matrix of 3 x 3 blocks over nodes.
#pragma once

#include <cstdint>
#include <sinew/mechanics/math/types.hpp>
#include <vector>

namespace sinew {

/// Matrices of fewer rows of blocks are not worth a team of threads.
inline constexpr int parallel_rows = 512;

/// A pair of nodes i < j as one number, ordered by i and then by j.
using NodePair = std::uint64_t;
/// The pair of nodes i < j.
inline NodePair node_pair(int i, int j) {
    return (std::uint64_t(std::uint32_t(i)) << 32) | std::uint32_t(j);
}
/// Node i of a pair.
inline int first_of(NodePair pair) {
    return int(pair >> 32);
}
/// Node j of a pair.
inline int second_of(NodePair pair) {
    return int(pair & 0xffffffffu);
}

/// Compressed rows of blocks, structurally symmetric, with every diagonal block, columns ascending.
class BlockPattern {
public:
    BlockPattern() = default;
    /// `pairs`: sorted, without repetition, i < j.
    BlockPattern(int n_rows, const std::vector<NodePair>& pairs);

    /// Number of rows of blocks: one a node.
    int n_rows() const { return int(row_start_.size()) - 1; }
    /// Number of blocks stored, both triangles and the diagonal.
    int n_blocks() const { return int(columns_.size()); }
    /// Blocks of a row are begin(row) ... end(row) - 1.
    int begin(int row) const { return row_start_[std::size_t(row)]; }
    int end(int row) const { return row_start_[std::size_t(row) + 1]; }
    /// Column of a block, as a node.
    int column(int block) const { return columns_[std::size_t(block)]; }
    const int* columns() const { return columns_.data(); }
    /// The first block of each row, and the end of the last: n_rows() + 1.
    const int* starts() const { return row_start_.data(); }
    /// The block on the diagonal of a row.
    int diagonal(int row) const { return diagonal_[std::size_t(row)]; }
    /// The position of a block, or -1.
    int find(int row, int column) const;
    /// All pairs i < j that have a block, sorted.
    std::vector<NodePair> pairs() const;

private:
    std::vector<int> row_start_{0};
    std::vector<int> columns_;
    std::vector<int> diagonal_;
};

}  // namespace sinew
