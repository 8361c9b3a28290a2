#include <sinew/mechanics/assembly/matrix_sums.hpp>
#include <sinew/mechanics/math/pack.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

/// The nine numbers of a block, column by column: eight and the last.
struct MatrixSums::Block {
    Pack head{0.0};
    double last = 0;

    SINEW_INLINE static Block load(const double* from) { return {Pack::load(from), from[8]}; }
    SINEW_INLINE void store(double* to) const {
        head.store(to);
        to[8] = last;
    }
    SINEW_INLINE void add(const double* from) {
        head += Pack::load(from);
        last += from[8];
    }
    SINEW_INLINE void add_to(double* sum) const {
        (Pack::load(sum) + head).store(sum);
        sum[8] += last;
    }
    SINEW_INLINE Block transposed() const {
        return {Pack(__builtin_shufflevector(head.v, head.v, 0, 3, 6, 1, 4, 7, 2, 5)), last};
    }
    /// This times `factor`, plus m times the unit matrix.
    SINEW_INLINE Block scaled(double factor, double m) const {
        return {Pack(factor) * head + Pack(detail::Doubles{m, 0, 0, 0, m, 0, 0, 0}),
                factor * last + m};
    }
};

namespace {

/// Number of items ahead of its turn at which a block's memory is prefetched.
constexpr int prefetch_distance = 12;
/// Numbers a node of a chunk: nine a role, each on a boundary of eight.
constexpr int node_stride = 32, second_role = 16;

/// Asks for the memory of a block, to be read (0) or written (1).
template <int write>
SINEW_INLINE void ask(const double* block) {
    __builtin_prefetch(block, write);
    __builtin_prefetch(block + 8, write);
}

}  // namespace

void MatrixSums::find_places(const BlockPattern& pattern) {
    const auto blocks_of = [&](int pair) {
        const int i = first_of(plan_.pairs[std::size_t(pair)]);
        const int j = second_of(plan_.pairs[std::size_t(pair)]);
        return BlockPair{pattern.find(i, j), pattern.find(j, i)};
    };
    chunk_blocks_.resize(plan_.chunks.size());
    parallel_for(plan_.chunks.size(), [&](std::size_t w) {
        chunk_blocks_[w].clear();
        for (const GatherTarget target : plan_.chunks[w].pair_target)
            chunk_blocks_[w].push_back(target >= 0 ? blocks_of(target)
                                                   : BlockPair{-1 - target, -1});
    });
    shared_blocks_.clear();
    for (const int pair : plan_.shared_pair) shared_blocks_.push_back(blocks_of(pair));
    diagonal_.clear();
    for (int node = 0; node < pattern.n_rows(); ++node) diagonal_.push_back(pattern.diagonal(node));
}

void MatrixSums::prepare(int n_threads) {
    pair_slots_.resize(9 * std::size_t(plan_.shared_pairs.start.back()));
    node_slots_.resize(18 * std::size_t(plan_.shared_nodes.start.back()));
    node_sums_.resize(std::size_t(n_threads) * std::size_t(plan_.nodes_per_chunk) * node_stride);
}

SINEW_INLINE void MatrixSums::put(const BlockPair& pair, const Block& K, const Target& target) {
    const Block sum = K.scaled(target.stiffness, target.mass * target.masses[pair.upper]);
    sum.store(target.A.block(pair.upper));
    sum.transposed().store(target.A.block(pair.lower));
}

SINEW_INLINE void MatrixSums::put_diagonal(int node, Block first, const Block& second,
                                           const Target& target) {
    const int block = diagonal_[std::size_t(node)];
    const Block turned = second.transposed();
    first.head += turned.head;
    first.last += turned.last;
    first.scaled(-target.stiffness, target.mass * target.masses[block])
        .store(target.A.block(block));
}

/// Blocks lie all over a large matrix: they are asked for some items before their turn.
SINEW_INLINE void MatrixSums::prefetch(const BlockPair& pair, const Target& target) const {
    if (pair.lower < 0) return;  // slots come one after the other
    ask<1>(target.A.block(pair.upper));
    ask<1>(target.A.block(pair.lower));
    __builtin_prefetch(target.masses.data() + pair.upper);
}

void MatrixSums::gather(std::size_t w, int thread, const double* blocks, const Target& target) {
    const GatherChunk& chunk = plan_.chunks[w];
    const std::vector<BlockPair>& all_blocks = chunk_blocks_[w];
    const std::size_t n_nodes = std::size_t(chunk.nodes.size());
    double* node_sums =
        node_sums_.data() + std::size_t(thread) * std::size_t(plan_.nodes_per_chunk) * node_stride;
    std::fill_n(node_sums, n_nodes * node_stride, 0.0);
    const std::size_t n = all_blocks.size();
    for (std::size_t item = 0; item < n; ++item) {
        if (item + prefetch_distance < n) prefetch(all_blocks[item + prefetch_distance], target);
        Block K;
        for (int c = chunk.pairs.begin(int(item)); c < chunk.pairs.end(int(item)); ++c)
            K.add(blocks + chunk.pairs.from[std::size_t(c)]);
        K.add_to(node_sums + chunk.ends[item][0] * node_stride);
        K.add_to(node_sums + chunk.ends[item][1] * node_stride + second_role);
        const BlockPair pair = all_blocks[item];
        if (pair.lower >= 0)
            put(pair, K, target);
        else
            K.store(pair_slot(pair.upper));
    }
    for (std::size_t item = 0; item < n_nodes; ++item) {
        const Block first = Block::load(node_sums + item * node_stride);
        const Block second = Block::load(node_sums + item * node_stride + second_role);
        const GatherTarget node = chunk.node_target[item];
        if (node >= 0) {
            put_diagonal(node, first, second, target);
        } else {
            double* slot = node_slots_.data() + 18 * std::size_t(-1 - node);
            first.store(slot);
            second.store(slot + 9);
        }
    }
}

void MatrixSums::add_shared(const TeamMember& member, const Target& target) {
    const auto [first_pair, last_pair] = member.share(shared_blocks_.size());
    for (std::size_t item = first_pair; item < last_pair; ++item) {
        if (item + prefetch_distance < shared_blocks_.size()) {
            const int ahead = int(item) + prefetch_distance;
            prefetch(shared_blocks_[std::size_t(ahead)], target);
            for (int s = plan_.shared_pairs.begin(ahead); s < plan_.shared_pairs.end(ahead); ++s)
                ask<0>(pair_slot(plan_.shared_pairs.from[std::size_t(s)]));
        }
        Block K;
        for (int s = plan_.shared_pairs.begin(int(item)); s < plan_.shared_pairs.end(int(item));
             ++s)
            K.add(pair_slot(plan_.shared_pairs.from[std::size_t(s)]));
        put(shared_blocks_[item], K, target);
    }
    const auto [first_node, last_node] = member.share(plan_.shared_nodes.size());
    for (int item = first_node; item < last_node; ++item) {
        Block first, second;
        for (int s = plan_.shared_nodes.begin(item); s < plan_.shared_nodes.end(item); ++s) {
            const double* slot =
                node_slots_.data() + 18 * std::size_t(plan_.shared_nodes.from[std::size_t(s)]);
            first.add(slot);
            second.add(slot + 9);
        }
        put_diagonal(plan_.shared_node[std::size_t(item)], first, second, target);
    }
}

}  // namespace sinew
