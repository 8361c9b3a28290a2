/// Forces and stiffness of single elements, as kernels write them.
#pragma once

#include <algorithm>
#include <limits>
#include <sinew/mechanics/math/pack.hpp>
#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// Pairs a < b of an element's n nodes, in the order (0,1) (0,2) ... (1,2) ...
constexpr int n_node_pairs(int n) {
    return n * (n - 1) / 2;
}

/// The arrays that a batch writes to: element after element, each with room for all of its numbers.
struct ElementOutput {
    /// Force on node a (x y z and a zero) of the batch's element e: forces[(e n_nodes + a) 4].
    double* forces = nullptr;
    /// Blocks -df_a/du_b of the node pairs a < b, column by column: blocks[e stride + 9 pair].
    double* blocks = nullptr;

    /// Numbers an element takes in `blocks`: whole packs of eight.
    static constexpr int block_stride(int n_nodes) {
        return (9 * n_node_pairs(n_nodes) + 7) / 8 * 8;
    }
    /// Numbers an element takes in `forces`.
    static constexpr int force_stride(int n_nodes) { return 4 * n_nodes; }
};

/// The inadmissible element with the smallest number in the table, if any.
struct FirstBad {
    /// Its position in the table; the largest int if there is none.
    int position = std::numeric_limits<int>::max();
    explicit operator bool() const { return position != std::numeric_limits<int>::max(); }
    /// Notes the first lane of an element pack that is not `ok`, unless an earlier element is
    /// noted.
    void note(Index pack, Mask ok) {
        const unsigned bad = lane_bits(!ok);
        if (bad != 0) position = std::min(position, int(8 * pack) + __builtin_ctz(bad));
    }
};

}  // namespace sinew
