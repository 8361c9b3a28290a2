#include <algorithm>
#include <sinew/mechanics/assembly/element_forces.hpp>
#include <sinew/mechanics/assembly/gather_plan.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {
namespace {

/// Bytes of element results a chunk may hold: what the second cache of a core keeps. (On bar16k
/// nine times as much in one chunk took twice as long.)
constexpr Index chunk_bytes = 900 << 10;
/// Chunks that even a small mesh is cut into, so that threads have work, if they are of some size.
constexpr int fewest_chunks = 8, least_packs = 8;

/// One term of a sum: the key of the sum and the slot of the term.
struct Keyed {
    NodePair key;
    int from;
    bool operator<(const Keyed& other) const {
        return key != other.key ? key < other.key : from < other.from;
    }
};

/// Parts become lists, one a key; `keys` receives the key of each. Lists come in the order of their
/// first parts, so that gathering walks through the results of elements nearly as they lie.
GatherLists lists_of(std::vector<Keyed>& parts, std::vector<NodePair>& keys) {
    std::sort(parts.begin(), parts.end());
    std::vector<std::pair<int, std::size_t>> first;  // part, and its position among the sorted ones
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (i == 0 || parts[i].key != parts[i - 1].key) first.emplace_back(parts[i].from, i);
    std::sort(first.begin(), first.end());
    GatherLists lists;
    lists.from.reserve(parts.size());
    for (auto [part, i] : first) {
        const NodePair key = parts[i].key;
        keys.push_back(key);
        for (; i < parts.size() && parts[i].key == key; ++i) lists.from.push_back(parts[i].from);
        lists.start.push_back(int(lists.from.size()));
    }
    return lists;
}

std::vector<NodePair> unite(const std::vector<std::vector<NodePair>>& keys) {
    std::vector<NodePair> all;
    for (const auto& chunk : keys) all.insert(all.end(), chunk.begin(), chunk.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
}

/// The two nodes of each pair as positions in `nodes`.
std::vector<std::array<int, 2>> ends_of(const std::vector<NodePair>& pairs,
                                        const std::vector<NodePair>& nodes) {
    std::vector<std::pair<NodePair, int>> positions;
    for (const NodePair node : nodes) positions.emplace_back(node, int(positions.size()));
    std::sort(positions.begin(), positions.end());
    const auto position = [&](int node) {
        return std::lower_bound(positions.begin(), positions.end(), std::pair(NodePair(node), 0))
            ->second;
    };
    std::vector<std::array<int, 2>> ends;
    for (const NodePair pair : pairs)
        ends.push_back({position(first_of(pair)), position(second_of(pair))});
    return ends;
}

/// Gives each chunk's items their targets, and slots to those that several chunks have. Shared
/// items come in the order in which chunks meet them.
void set_targets(const std::vector<std::vector<NodePair>>& keys, const std::vector<NodePair>& all,
                 std::vector<std::vector<GatherTarget>>& targets, GatherLists& shared,
                 std::vector<int>& shared_item) {
    std::vector<int> chunks_of(all.size(), 0);
    targets.resize(keys.size());
    for (std::size_t w = 0; w < keys.size(); ++w) {
        for (const NodePair key : keys[w]) {
            const auto at = std::lower_bound(all.begin(), all.end(), key) - all.begin();
            targets[w].push_back(int(at));
            ++chunks_of[std::size_t(at)];
        }
    }
    std::vector<int> next(all.size(), -1);  // position among the slots of each shared item
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

/// The pairs and nodes of a chunk's elements, with the positions of what each element gives.
void list_parts(const ElementTable& table, const GatherChunk& chunk, std::vector<Keyed>& pair_parts,
                std::vector<Keyed>& node_parts) {
    const int n = table.n_nodes_each;
    const int block_stride = ElementOutput::block_stride(n);
    const int force_stride = ElementOutput::force_stride(n);
    const int first = 8 * chunk.first_pack;
    const int last = std::min(8 * chunk.end_pack, table.n_elements);
    for (int position = first; position < last; ++position) {
        const std::int32_t* nodes = table.pack_nodes(position / 8) + position % 8;
        for (int a = 0, pair = 0; a < n; ++a) {
            node_parts.push_back(
                {NodePair(nodes[8 * a]), (position - first) * force_stride + 4 * a});
            for (int b = a + 1; b < n; ++b, ++pair)
                pair_parts.push_back({node_pair(nodes[8 * a], nodes[8 * b]),
                                      (position - first) * block_stride + 9 * pair});
        }
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
    std::vector<std::vector<NodePair>> pair_keys(chunks.size()), node_keys(chunks.size());
    parallel_for_dynamic(chunks.size(), 1, [&](std::size_t w) {
        GatherChunk& chunk = chunks[w];
        std::vector<Keyed> pair_parts, node_parts;
        list_parts(table, chunk, pair_parts, node_parts);
        chunk.pairs = lists_of(pair_parts, pair_keys[w]);
        chunk.nodes = lists_of(node_parts, node_keys[w]);
        chunk.ends = ends_of(pair_keys[w], node_keys[w]);
    });
    for (const GatherChunk& chunk : chunks)
        nodes_per_chunk = std::max(nodes_per_chunk, chunk.nodes.size());

    pairs = unite(pair_keys);
    std::vector<std::vector<GatherTarget>> targets;
    set_targets(pair_keys, pairs, targets, shared_pairs, shared_pair);
    for (std::size_t w = 0; w < chunks.size(); ++w) chunks[w].pair_target = std::move(targets[w]);

    const std::vector<NodePair> all_nodes = unite(node_keys);
    targets.clear();
    set_targets(node_keys, all_nodes, targets, shared_nodes, shared_node);
    for (int& node : shared_node) node = int(all_nodes[std::size_t(node)]);
    for (std::size_t w = 0; w < chunks.size(); ++w) {
        for (int& target : targets[w])
            if (target >= 0) target = int(all_nodes[std::size_t(target)]);
        chunks[w].node_target = std::move(targets[w]);
    }
}

}  // namespace sinew
