/// The vectors of a basis that move a node: of those of regions, few.
#pragma once

#include <sinew/mechanics/math/types.hpp>
#include <span>
#include <vector>

namespace sinew::pose_space {

/// Columns one after the other.
struct ColumnRange {
    Index first, count;
};

/// For each node the columns that move it at some pose.
class ColumnRanges {
public:
    /// `bases`: of the poses, 3 n_nodes x r each.
    explicit ColumnRanges(const std::vector<Eigen::MatrixXd>& bases);

    /// Ascending, with others between them.
    std::span<const ColumnRange> of(Index node) const {
        const std::size_t first = first_[std::size_t(node)];
        return std::span(ranges_).subspan(first, first_[std::size_t(node) + 1] - first);
    }

private:
    std::vector<ColumnRange> ranges_;  ///< of a node after the other
    std::vector<std::size_t> first_;   ///< of each node, and their number
};

}  // namespace sinew::pose_space
