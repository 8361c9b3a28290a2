#include <catch2/catch.hpp>
#include <map>
#include <sinew/mechanics/assembly/element_forces.hpp>
#include <sinew/mechanics/assembly/gather_plan.hpp>
#include <support/bodies.hpp>

using namespace sinew;

namespace {

/// What the elements of a chunk give to pairs and nodes, in the order of the table.
struct Given {
    std::map<NodePair, std::vector<int>> pairs;
    std::map<int, std::vector<int>> nodes;
};

Given given_by(const ElementTable& table, const GatherChunk& chunk) {
    Given given;
    const int n = table.n_nodes_each, first = 8 * chunk.first_pack;
    for (int e = first; e < std::min(8 * chunk.end_pack, table.n_elements); ++e) {
        const std::int32_t* nodes = table.pack_nodes(e / 8) + e % 8;
        for (int a = 0, pair = 0; a < n; ++a) {
            given.nodes[nodes[8 * a]].push_back((e - first) * ElementOutput::force_stride(n) +
                                                4 * a);
            for (int b = a + 1; b < n; ++b, ++pair)
                given.pairs[node_pair(nodes[8 * a], nodes[8 * b])].push_back(
                    (e - first) * ElementOutput::block_stride(n) + 9 * pair);
        }
    }
    return given;
}

std::vector<int> list(const GatherLists& lists, int item) {
    return {lists.from.begin() + lists.begin(item), lists.from.begin() + lists.end(item)};
}

/// The chunks, in their order, that give to each item, as the plan's slots tell.
std::map<int, std::vector<int>> sharers(const GatherLists& shared, const std::vector<int>& items,
                                        const std::vector<int>& chunk_of_slot) {
    std::map<int, std::vector<int>> result;
    for (int k = 0; k < shared.size(); ++k)
        for (const int slot : list(shared, k))
            result[items[std::size_t(k)]].push_back(chunk_of_slot[std::size_t(slot)]);
    return result;
}

}  // namespace

TEST_CASE("gather plan: every term of every sum is there once, in the order of elements") {
    for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8}) {
        const VolumeMesh mesh = test::box(type, {9, 8, 7}, {1, 1, 1}, 0.1);
        const ElementTable table(mesh, 2);
        const GatherPlan plan(table, 1);
        REQUIRE(plan.chunks.size() > 1);
        CHECK(std::is_sorted(plan.pairs.begin(), plan.pairs.end()));
        std::map<NodePair, std::vector<int>> chunks_of_pair;
        std::map<int, std::vector<int>> chunks_of_node;
        std::vector<int> pair_slots, node_slots;  // the chunk of each slot
        for (std::size_t w = 0; w < plan.chunks.size(); ++w) {
            const GatherChunk& chunk = plan.chunks[w];
            const Given given = given_by(table, chunk);
            REQUIRE(chunk.nodes.size() == int(given.nodes.size()));
            REQUIRE(chunk.pairs.size() == int(given.pairs.size()));
            std::vector<int> nodes;  // of each item of `nodes`, told by its terms
            for (int k = 0, last = -1; k < chunk.nodes.size(); ++k) {
                const std::vector<int> terms = list(chunk.nodes, k);
                CHECK(terms.front() > last);  // in the order of their first terms
                last = terms.front();
                const auto found =
                    std::find_if(given.nodes.begin(), given.nodes.end(),
                                 [&](const auto& one) { return one.second == terms; });
                REQUIRE(found != given.nodes.end());
                nodes.push_back(found->first);
                chunks_of_node[found->first].push_back(int(w));
                const int target = chunk.node_target[std::size_t(k)];
                if (target >= 0)
                    CHECK(target == found->first);
                else
                    node_slots.push_back(int(w));
            }
            for (int k = 0, last = -1; k < chunk.pairs.size(); ++k) {
                const auto& [a, b] = chunk.ends[std::size_t(k)];
                const NodePair pair = node_pair(nodes[std::size_t(a)], nodes[std::size_t(b)]);
                REQUIRE(given.pairs.count(pair) == 1);
                const std::vector<int> terms = list(chunk.pairs, k);
                CHECK(terms == given.pairs.at(pair));
                CHECK(terms.front() > last);
                last = terms.front();
                chunks_of_pair[pair].push_back(int(w));
                const int target = chunk.pair_target[std::size_t(k)];
                if (target >= 0)
                    CHECK(plan.pairs[std::size_t(target)] == pair);
                else
                    pair_slots.push_back(int(w));
            }
        }
        CHECK(plan.pairs.size() == chunks_of_pair.size());
        const auto by_pair = sharers(plan.shared_pairs, plan.shared_pair, pair_slots);
        for (const auto& [item, chunks] : by_pair)
            CHECK(chunks == chunks_of_pair.at(plan.pairs[std::size_t(item)]));
        const auto by_node = sharers(plan.shared_nodes, plan.shared_node, node_slots);
        for (const auto& [node, chunks] : by_node) CHECK(chunks == chunks_of_node.at(node));
        std::size_t n_shared = 0;
        for (const auto& [node, chunks] : chunks_of_node) n_shared += chunks.size() > 1;
        CHECK(by_node.size() == n_shared);
        CHECK(n_shared > 0);
    }
}
