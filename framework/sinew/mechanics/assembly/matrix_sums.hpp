/// The matrix half of assembly: what becomes of the blocks that elements give.
#pragma once

#include <sinew/mechanics/assembly/block_matrix.hpp>
#include <sinew/mechanics/assembly/gather_plan.hpp>
#include <sinew/mechanics/math/aligned.hpp>

namespace sinew {

struct TeamMember;

/// Sums the blocks of elements, wave by wave, into A := stiffness K + mass M. Elements give blocks
/// of node pairs only; a rigid translation meets no stiffness, so the diagonal blocks are minus the
/// sums of the others, kept for the nodes of a wave while its pairs pass by.
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
    /// Makes room for the partial sums and for `n_threads` waves at a time.
    void prepare(int n_threads);
    /// Sums the blocks of wave w; threads may take different waves at the same time.
    void gather(std::size_t w, int thread, const double* blocks, const Target& target);
    /// Adds up what several waves share, after all waves: a thread's share of it.
    void add_shared(const TeamMember& member, const Target& target);

private:
    /// A pair's two blocks in the pattern; or a slot of the partial sums, and lower = -1.
    struct Places {
        int upper, lower;
    };
    struct Block;
    static void put(const Places& places, const Block& K, const Target& target);
    void put_diagonal(int node, Block first, const Block& second, const Target& target);
    double* pair_slot(int slot) { return pair_slots_.data() + 9 * std::size_t(slot); }
    void prefetch(const Places& places, const Target& target) const;

    const GatherPlan& plan_;
    std::vector<std::vector<Places>> wave_places_;  ///< of each wave's pairs
    std::vector<Places> shared_places_;             ///< of the plan's shared pairs
    std::vector<int> diagonal_;                     ///< block of each node
    std::vector<double> pair_slots_, node_slots_;
    /// For each node of a wave the sums over the pairs it is the first of, and the second of.
    AlignedVector<double> node_sums_;
};

}  // namespace sinew
