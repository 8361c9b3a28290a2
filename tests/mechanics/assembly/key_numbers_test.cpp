#include <catch2/catch.hpp>
#include <map>
#include <random>
#include <sinew/mechanics/assembly/key_numbers.hpp>

using namespace sinew;

TEST_CASE(
    "key numbers: each pair has the number of its first meeting, and other pairs have others") {
    std::mt19937 random(1);
    KeyNumbers numbers;
    for (const int n_nodes : {1, 7, 400}) {
        constexpr int n_pairs = 2000;
        numbers.clear(n_pairs);
        std::map<NodePair, int> expected;
        std::vector<NodePair> order;
        for (int k = 0; k < n_pairs; ++k) {
            // Keys that differ in few bits, as nodes of a chunk do.
            const NodePair key = node_pair(int(random() % unsigned(n_nodes)) << 10,
                                           int(random() % unsigned(n_nodes)));
            if (expected.emplace(key, int(order.size())).second) order.push_back(key);
            CHECK(numbers.number(key) == expected.at(key));
        }
        CHECK(numbers.keys() == order);
    }
}
