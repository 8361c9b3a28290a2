#include <algorithm>
#include <numeric>
#include <sinew/mechanics/assembly/sorted_pairs.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

SortedPairs::SortedPairs(const std::vector<std::vector<NodePair>>& lists, int n_nodes)
    : starts(std::size_t(n_nodes) + 1, 0) {
    for (const auto& list : lists)
        for (const NodePair pair : list) ++starts[std::size_t(first_of(pair)) + 1];
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    std::vector<NodePair> all(std::size_t(starts.back()));
    std::vector<int> next(starts.begin(), starts.end() - 1);
    for (const auto& list : lists)
        for (const NodePair pair : list)
            all[std::size_t(next[std::size_t(first_of(pair))]++)] = pair;
    std::vector<int> lengths(std::size_t(n_nodes) + 1, 0);
    parallel_for(n_nodes, [&](int i) {
        const auto first = all.begin() + starts[std::size_t(i)],
                   last = all.begin() + starts[std::size_t(i) + 1];
        std::sort(first, last);
        lengths[std::size_t(i) + 1] = int(std::unique(first, last) - first);
    });
    std::partial_sum(lengths.begin(), lengths.end(), lengths.begin());
    pairs.resize(std::size_t(lengths.back()));
    parallel_for(n_nodes, [&](int i) {
        const int length = lengths[std::size_t(i) + 1] - lengths[std::size_t(i)];
        std::copy_n(all.begin() + starts[std::size_t(i)], length,
                    pairs.begin() + lengths[std::size_t(i)]);
    });
    starts = std::move(lengths);
}

int SortedPairs::place(NodePair pair) const {
    const auto row = std::size_t(first_of(pair));
    return int(
        std::lower_bound(pairs.begin() + starts[row], pairs.begin() + starts[row + 1], pair) -
        pairs.begin());
}

}  // namespace sinew
