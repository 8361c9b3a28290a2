/// Features of a surface that do not touch, though they are near.
#pragma once

#include <algorithm>
#include <sinew/mechanics/contact/tangles.hpp>

namespace sinew {

/// Pairs of features of a surface that are left out of contact.
struct Exclusions {
    Tangles tangles;                  ///< what has intersected since the start, until it is apart
    Tangles ties;                     ///< what is tied together, likewise by sets of vertices
    std::vector<char> is_prescribed;  ///< of each vertex; empty if none is

    bool prescribed(int vertex) const {
        return !is_prescribed.empty() && is_prescribed[std::size_t(vertex)] != 0;
    }
    bool prescribed(std::span<const int> vertices) const {
        return std::all_of(vertices.begin(), vertices.end(), [&](int v) { return prescribed(v); });
    }
    /// False for two features, by their vertices, that have intersected since the start or are tied
    /// together, and where both move as they are told, so that no force changes anything.
    bool touch(std::span<const int> first, std::span<const int> second) const {
        return (!prescribed(first) || !prescribed(second)) && tangles.shared(first, second) < 0 &&
               ties.shared(first, second) < 0;
    }
};

}  // namespace sinew
