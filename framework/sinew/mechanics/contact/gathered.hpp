/// Queries that run on all threads, with their results in order.
#pragma once

#include <omp.h>

#include <algorithm>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <vector>

namespace sinew {

/// Calls query(i, found) for i from 0 to n - 1, which appends to found, and returns all that was
/// found, in the order of i and ascending within each, whatever the number of threads.
template <class T, class Query>
std::vector<T> gathered(int n, const Query& query) {
    std::vector<std::vector<T>> shares(static_cast<std::size_t>(omp_get_max_threads()));
    parallel_team_if(n > 1000, [&](const TeamMember& member) {
        const auto [first, last] = member.share(n);
        std::vector<T>& found = shares[std::size_t(member.thread)];
        for (int i = first; i < last; ++i) {
            const auto n_before = std::ptrdiff_t(found.size());
            query(i, found);
            std::sort(found.begin() + n_before, found.end());
        }
    });
    std::vector<T> all;
    for (const std::vector<T>& share : shares) all.insert(all.end(), share.begin(), share.end());
    return all;
}

}  // namespace sinew
