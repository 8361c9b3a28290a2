/// The pairs of nodes that the elements of a mesh couple.
#pragma once

#include <sinew/mechanics/assembly/block_pattern.hpp>
#include <vector>

namespace sinew {

/// All pairs of several lists, sorted, each once, and where those of each first node begin.
struct SortedPairs {
    SortedPairs(const std::vector<std::vector<NodePair>>& lists, int n_nodes);
    /// The place of one of the pairs.
    int place(NodePair pair) const;

    std::vector<NodePair> pairs;
    std::vector<int> starts;  ///< n_nodes + 1, by first node
};

}  // namespace sinew
