/// The plan of assembly: which element results are added to which block and node, and in which
/// order.
///
/// Element results would not fit the caches on large meshes, so packs are taken in chunks that do,
/// a thread a chunk. After a chunk each block sums what the chunk's elements gave it, in the
/// table's order. A block (or node) that several chunks touch gets one partial sum from each, added
/// in the order of the chunks. Chunks depend on the mesh alone, so sums do not depend on the number
/// of threads.
#pragma once

#include <array>
#include <sinew/mechanics/assembly/block_pattern.hpp>
#include <sinew/mechanics/assembly/element_table.hpp>
#include <vector>

namespace sinew {

/// Lists of positions to sum from: item i takes from[start[i]] ... from[start[i + 1] - 1].
struct GatherLists {
    std::vector<int> start{0};  ///< into `from`, size() + 1 numbers
    std::vector<int> from;      ///< positions, item after item

    /// Number of items.
    int size() const { return int(start.size()) - 1; }
    /// Item i takes from[begin(i)] ... from[end(i) - 1].
    int begin(int item) const { return start[std::size_t(item)]; }
    int end(int item) const { return start[std::size_t(item) + 1]; }
};

/// The target of a gathered sum: an item of the whole (a pair, a node), or, if several chunks share
/// that, a slot of the partial sums, written as -1 - slot.
using GatherTarget = int;

/// The packs that one thread evaluates before it sums their results.
struct GatherChunk {
    int first_pack = 0, end_pack = 0;       ///< packs first_pack ... end_pack - 1 of the table
    GatherLists pairs;                      ///< numbers in the chunk's block buffer
    std::vector<GatherTarget> pair_target;  ///< into GatherPlan::pairs
    std::vector<std::array<int, 2>> ends;   ///< the two nodes of each pair, items of `nodes`
    GatherLists nodes;                      ///< numbers in the chunk's force buffer
    std::vector<GatherTarget> node_target;  ///< node numbers
};

/// The chunks of a mesh, and the sums of each.
struct GatherPlan {
    /// `batch`: chunks hold whole batches.
    GatherPlan(const ElementTable& table, int batch);

    std::vector<GatherChunk> chunks;
    std::vector<NodePair> pairs;  ///< all pairs that elements couple, sorted
    /// Blocks and nodes that several chunks add to: their slots in the partial sums, then their
    /// numbers.
    GatherLists shared_pairs, shared_nodes;
    std::vector<int> shared_pair, shared_node;
    int packs_per_chunk = 0;  ///< of the largest chunk
    int nodes_per_chunk = 0;  ///< of the chunk with most
};

}  // namespace sinew
