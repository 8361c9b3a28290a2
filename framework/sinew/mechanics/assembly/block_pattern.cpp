#include <algorithm>
#include <limits>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/assembly/block_pattern.hpp>

namespace sinew {

BlockPattern::BlockPattern(int n_rows, const std::vector<NodePair>& pairs)
    : row_start_(std::size_t(n_rows) + 1, 0), diagonal_(std::size_t(n_rows)) {
    const std::size_t n_blocks = 2 * pairs.size() + std::size_t(n_rows);
    SINEW_ASSERT(n_blocks < std::size_t(std::numeric_limits<int>::max()), "{} blocks", n_blocks);
    for (const NodePair pair : pairs) {
        ++row_start_[std::size_t(first_of(pair)) + 1];
        ++row_start_[std::size_t(second_of(pair)) + 1];
    }
    for (std::size_t i = 0; i < std::size_t(n_rows); ++i) row_start_[i + 1] += row_start_[i] + 1;

    // Taken in order, the pairs give each row its columns below the diagonal ascending (they come
    // while smaller first nodes are visited), then those above it.
    columns_.resize(n_blocks);
    std::vector<int> next(row_start_.begin(), row_start_.end() - 1);
    for (const NodePair pair : pairs)
        columns_[std::size_t(next[std::size_t(second_of(pair))]++)] = first_of(pair);
    for (int i = 0; i < n_rows; ++i) {
        diagonal_[std::size_t(i)] = next[std::size_t(i)];
        columns_[std::size_t(next[std::size_t(i)]++)] = i;
    }
    for (const NodePair pair : pairs)
        columns_[std::size_t(next[std::size_t(first_of(pair))]++)] = second_of(pair);
}

int BlockPattern::find(int row, int column) const {
    const auto first = columns_.begin() + begin(row), last = columns_.begin() + end(row);
    const auto found = std::lower_bound(first, last, column);
    return found != last && *found == column ? int(found - columns_.begin()) : -1;
}

std::vector<NodePair> BlockPattern::pairs() const {
    std::vector<NodePair> result;
    result.reserve((columns_.size() - diagonal_.size()) / 2);
    for (int i = 0; i < n_rows(); ++i)
        for (int b = diagonal(i) + 1; b < end(i); ++b) result.push_back(node_pair(i, column(b)));
    return result;
}

}  // namespace sinew
