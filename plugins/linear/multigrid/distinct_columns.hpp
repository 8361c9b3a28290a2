/// The structure of compressed rows.
#pragma once

#include <algorithm>
#include <numeric>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <vector>

namespace sinew::multigrid {

/// Whatever was met so far, each once, in the order of meeting: a list of numbers below a bound.
class DistinctNumbers {
public:
    explicit DistinctNumbers(int bound) : place_(std::size_t(bound), -1) {}
    /// The place of a number in the list, to which it is added if it is new.
    int place(int number) {
        int& place = place_[std::size_t(number)];
        if (place < 0) {
            place = int(list_.size());
            list_.push_back(number);
        }
        return place;
    }
    const std::vector<int>& list() const { return list_; }
    void clear() {
        for (const int number : list_) place_[std::size_t(number)] = -1;
        list_.clear();
    }

private:
    std::vector<int> place_, list_;
};

/// Finds the columns of each row, ascending. `make_finder()` gives each thread what it calls as
/// find(row, columns), with a DistinctNumbers that is empty before.
template <class MakeFinder>
void set_columns(int n_rows, int n_columns, std::vector<int>& starts, std::vector<int>& columns,
                 MakeFinder&& make_finder) {
    starts.assign(std::size_t(n_rows) + 1, 0);
    std::vector<std::vector<int>> found(static_cast<std::size_t>(omp_get_max_threads()));
    parallel_team_if(true, [&](const TeamMember& member) {
        const auto [first, last] = member.share(n_rows);
        std::vector<int>& own = found[std::size_t(member.thread)];
        DistinctNumbers distinct(n_columns);
        auto find = make_finder();
        for (int row = first; row < last; ++row) {
            distinct.clear();
            find(row, distinct);
            const auto begin = std::ptrdiff_t(own.size());
            own.insert(own.end(), distinct.list().begin(), distinct.list().end());
            std::sort(own.begin() + begin, own.end());
            starts[std::size_t(row) + 1] = int(distinct.list().size());
        }
    });
    std::partial_sum(starts.begin(), starts.end(), starts.begin());
    columns.clear();
    columns.reserve(std::size_t(starts.back()));
    for (const std::vector<int>& of_thread : found)
        columns.insert(columns.end(), of_thread.begin(), of_thread.end());
}

}  // namespace sinew::multigrid
