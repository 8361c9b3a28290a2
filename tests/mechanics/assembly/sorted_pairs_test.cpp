#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <sinew/mechanics/assembly/sorted_pairs.hpp>

using namespace sinew;

TEST_CASE("sorted pairs: all pairs of all lists, each once, by their first nodes") {
    std::mt19937 random(2);
    constexpr int n_nodes = 60;
    std::vector<std::vector<NodePair>> lists(5);
    std::set<NodePair> expected;
    for (auto& list : lists)
        for (int k = 0; k < 200; ++k) {
            const int i = int(random() % (n_nodes - 1));
            list.push_back(node_pair(i, i + 1 + int(random() % unsigned(n_nodes - 1 - i))));
            expected.insert(list.back());
        }
    const SortedPairs sorted(lists, n_nodes);
    CHECK(sorted.pairs == std::vector<NodePair>(expected.begin(), expected.end()));
    REQUIRE(sorted.starts.size() == n_nodes + 1);
    for (std::size_t k = 0; k < sorted.pairs.size(); ++k) {
        CHECK(sorted.place(sorted.pairs[k]) == int(k));
        const auto first = std::size_t(first_of(sorted.pairs[k]));
        CHECK(sorted.starts[first] <= int(k));
        CHECK(int(k) < sorted.starts[first + 1]);
    }
    CHECK(SortedPairs({}, 3).pairs.empty());
}
