/// Connected parts, by union-find.
#pragma once

#include <numeric>
#include <utility>
#include <vector>

namespace sinew {

/// Disjoint sets of the numbers 0 .. n-1; the smallest number of a set represents it.
class DisjointSets {
public:
    /// Begins with n sets of one number each.
    explicit DisjointSets(int n) : parent_(static_cast<std::size_t>(n)) {
        std::iota(parent_.begin(), parent_.end(), 0);
    }

    /// The smallest number of the set of i.
    int find(int i) {
        while (parent(i) != i) i = parent(i) = parent(parent(i));
        return i;
    }
    /// Makes one set of those of i and j.
    void unite(int i, int j) {
        i = find(i);
        j = find(j);
        if (i > j) std::swap(i, j);
        parent(j) = i;
    }

private:
    int& parent(int i) { return parent_[static_cast<std::size_t>(i)]; }
    std::vector<int> parent_;
};

}  // namespace sinew
