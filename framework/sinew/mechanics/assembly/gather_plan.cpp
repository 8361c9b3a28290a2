#include <algorithm>
#include <numeric>
#include <sinew/mechanics/assembly/element_forces.hpp>
#include <sinew/mechanics/assembly/gather_plan.hpp>
#include <sinew/mechanics/assembly/key_numbers.hpp>
#include <sinew/mechanics/assembly/sorted_pairs.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {
namespace {

/// Bytes of element results a chunk may hold: what the second cache of a core keeps. (On bar16k
/// nine times as much in one chunk took twice as long.)
constexpr Index chunk_bytes = 900 << 10;
/// Chunks that even a small mesh is cut into, so that threads have work, if they are of some size.
constexpr int fewest_chunks = 8, least_packs = 8;

/// Terms of sums: the number of each sum, and where the term is.
struct Terms {
    std::vector<int> sum, from;
    void clear() {
        sum.clear();
        from.clear();
    }
    void add(int number, int position) {
        sum.push_back(number);
        from.push_back(position);
    }
};

/// Lists of the terms of each sum, in their order. Sums come in the order in which they were met,
/// so that gathering walks through the results of elements nearly as they lie.
GatherLists lists_of(const Terms& terms, std::size_t n_sums) {
    GatherLists lists;
    lists.start.assign(n_sums + 1, 0);
    for (const int sum : terms.sum) ++lists.start[std::size_t(sum) + 1];
    std::partial_sum(lists.start.begin(), lists.start.end(), lists.start.begin());
    lists.from.resize(terms.from.size());
    std::vector<int> next(lists.start.begin(), lists.start.end() - 1);
    for (std::size_t k = 0; k < terms.from.size(); ++k)
        lists.from[std::size_t(next[std::size_t(terms.sum[k])]++)] = terms.from[k];
    return lists;
}

/// A thread's work on one chunk at a time.
class ChunkLister {
public:
    /// Lists what the chunk's elements give to pairs and nodes; their keys in the order of lists.
    void list(const ElementTable& table, GatherChunk& chunk, std::vector<NodePair>& pair_keys,
              std::vector<int>& node_keys) {
        const int n = table.n_nodes_each;
        const int first = 8 * chunk.first_pack;
        const int last = std::min(8 * chunk.end_pack, table.n_elements);
        nodes_.clear(std::size_t(n) * std::size_t(last - first));
        pairs_.clear(std::size_t(n) * std::size_t(n - 1) / 2 * std::size_t(last - first));
        node_terms_.clear();
        pair_terms_.clear();
        for (int position = first; position < last; ++position)
            add(table.pack_nodes(position / 8) + position % 8, n, position - first);
        chunk.pairs = lists_of(pair_terms_, pairs_.keys().size());
        chunk.nodes = lists_of(node_terms_, nodes_.keys().size());
        for (const NodePair pair : pairs_.keys())
            chunk.ends.push_back({nodes_.number(NodePair(first_of(pair))),
                                  nodes_.number(NodePair(second_of(pair)))});
        pair_keys = pairs_.keys();
        for (const NodePair node : nodes_.keys()) node_keys.push_back(int(node));
    }

private:
    /// `nodes`: every eighth number is one of the element's.
    void add(const std::int32_t* nodes, int n, int element) {
        const int block_stride = ElementOutput::block_stride(n);
        const int force_stride = ElementOutput::force_stride(n);
        for (int a = 0, pair = 0; a < n; ++a) {
            node_terms_.add(nodes_.number(NodePair(nodes[8 * a])), element * force_stride + 4 * a);
            for (int b = a + 1; b < n; ++b, ++pair)
                pair_terms_.add(pairs_.number(node_pair(nodes[8 * a], nodes[8 * b])),
                                element * block_stride + 9 * pair);
        }
    }
    KeyNumbers pairs_, nodes_;
    Terms pair_terms_, node_terms_;
};

/// Gives slots to the targets of chunks that several of them have. Shared items come in the order
/// in which chunks meet them.
void share(std::vector<std::vector<GatherTarget>>& targets, std::size_t n_items,
           GatherLists& shared, std::vector<int>& shared_item) {
    std::vector<int> chunks_of(n_items, 0);
    for (const auto& chunk : targets)
        for (const int item : chunk) ++chunks_of[std::size_t(item)];
    std::vector<int> next(n_items, -1);  // position among the slots of each shared item
    for (const auto& chunk : targets)
        for (const int item : chunk) {
            const std::size_t i = std::size_t(item);
            if (chunks_of[i] == 1 || next[i] >= 0) continue;
            next[i] = shared.start.back();
            shared.start.push_back(next[i] + chunks_of[i]);
            shared_item.push_back(item);
        }
    // Slots follow the chunks, so that a chunk writes its own in one run.
    shared.from.resize(std::size_t(shared.start.back()));
    int slot = 0;
    for (auto& chunk : targets)
        for (int& target : chunk) {
            int& position = next[std::size_t(target)];
            if (position < 0) continue;
            shared.from[std::size_t(position++)] = slot;
            target = -1 - slot++;
        }
}

/// Chunks of equal size, but for rounding to whole batches.
void cut_into_chunks(const ElementTable& table, int batch, GatherPlan& plan) {
    const int n = table.n_nodes_each;
    const Index pack_bytes =
        Index(ElementOutput::block_stride(n) + ElementOutput::force_stride(n)) * 64;
    const int by_size = int((table.n_packs * pack_bytes + chunk_bytes - 1) / chunk_bytes);
    const int n_chunks =
        std::max({by_size, std::min(fewest_chunks, table.n_packs / least_packs), 1});
    plan.packs_per_chunk = ((table.n_packs + n_chunks - 1) / n_chunks + batch - 1) / batch * batch;
    for (int first = 0; first < table.n_packs; first += plan.packs_per_chunk) {
        plan.chunks.emplace_back();
        plan.chunks.back().first_pack = first;
        plan.chunks.back().end_pack = std::min(first + plan.packs_per_chunk, table.n_packs);
    }
}

}  // namespace

GatherPlan::GatherPlan(const ElementTable& table, int batch) {
    cut_into_chunks(table, batch, *this);
    const std::size_t n_chunks = chunks.size();
    std::vector<std::vector<NodePair>> pair_keys(n_chunks);
    std::vector<std::vector<GatherTarget>> pair_targets(n_chunks), node_targets(n_chunks);
    parallel_for_dynamic(
        n_chunks, 1, [](int) { return ChunkLister(); },
        [&](ChunkLister& lister, std::size_t w) {
            lister.list(table, chunks[w], pair_keys[w], node_targets[w]);
        });
    for (const GatherChunk& chunk : chunks)
        nodes_per_chunk = std::max(nodes_per_chunk, chunk.nodes.size());

    SortedPairs sorted(pair_keys, table.n_mesh_nodes);
    parallel_for(n_chunks, [&](std::size_t w) {
        for (const NodePair pair : pair_keys[w]) pair_targets[w].push_back(sorted.place(pair));
    });
    pairs = std::move(sorted.pairs);
    share(pair_targets, pairs.size(), shared_pairs, shared_pair);
    share(node_targets, std::size_t(table.n_mesh_nodes), shared_nodes, shared_node);
    for (std::size_t w = 0; w < n_chunks; ++w) {
        chunks[w].pair_target = std::move(pair_targets[w]);
        chunks[w].node_target = std::move(node_targets[w]);
    }
}

}  // namespace sinew
