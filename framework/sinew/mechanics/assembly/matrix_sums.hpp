/// The matrix half of assembly: what becomes of the blocks that elements give.
#pragma once

#include <sinew/mechanics/assembly/block_matrix.hpp>
#include <sinew/mechanics/assembly/gather_plan.hpp>
#include <sinew/mechanics/math/aligned.hpp>

namespace sinew {

struct TeamMember;

/// Sums the blocks of elements, chunk by chunk, into A := stiffness K + mass M. Elements give
/// blocks of node pairs only; a rigid translation meets no stiffness, so the diagonal blocks are
/// minus the sums of the others, kept for the nodes of a chunk while its pairs pass by.
class MatrixSums {
public:
    /// The plan must outlive this.
    explicit MatrixSums(const GatherPlan& plan) : plan_(plan) {}

    /// Finds the pairs of the plan in a pattern that has them all.
    void find_places(const BlockPattern& pattern);

    /// The matrix A that is summed, and the factors of K and M in it.
    struct Target {
        double stiffness, mass;  ///< factors of K and M in A
        const Vector& masses;    ///< one number [kg] a block of the pattern
        BlockMatrix& A;
    };
    /// Makes room for the partial sums and for `n_threads` chunks at a time.
    void prepare(int n_threads);
    /// Sums the blocks of chunk w; threads may take different chunks at the same time.
    void gather(std::size_t w, int thread, const double* blocks, const Target& target);
    /// Adds up what several chunks share, after all chunks: a thread's share of it.
    void add_shared(const TeamMember& member, const Target& target);

private:
    /// A pair's two blocks in the pattern; or a slot of the partial sums, and lower = -1.
    struct BlockPair {
        int upper, lower;
    };
    struct Block;
    static void put(const BlockPair& pair, const Block& K, const Target& target);
    void put_diagonal(int node, Block first, const Block& second, const Target& target);
    double* pair_slot(int slot) { return pair_slots_.data() + 9 * std::size_t(slot); }
    void prefetch(const BlockPair& pair, const Target& target) const;

    const GatherPlan& plan_;
    std::vector<std::vector<BlockPair>> chunk_blocks_;  ///< of each chunk's pairs
    std::vector<BlockPair> shared_blocks_;              ///< of the plan's shared pairs
    std::vector<int> diagonal_;                         ///< block of each node
    std::vector<double> pair_slots_, node_slots_;
    /// For each node of a chunk the sums over the pairs it is the first of, and the second of.
    AlignedVector<double> node_sums_;
};

}  // namespace sinew
