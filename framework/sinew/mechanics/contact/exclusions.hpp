/// Features of a surface that do not touch, though they are near.
#pragma once

#include <algorithm>
#include <sinew/mechanics/contact/tangles.hpp>

namespace sinew {

/// Pairs of features of a surface that are left out of contact.
struct Exclusions {
    Tangles tangles;  ///< what has intersected since the start, or was tied, until it is apart
    /// The side of each tie that each vertex is on, 1 or 2; 0 for neither, and once it has ended.
    std::vector<std::vector<char>> ties;
    std::vector<char> is_prescribed;  ///< of each vertex; empty before it is known

    bool prescribed(int vertex) const {
        return !is_prescribed.empty() && is_prescribed[std::size_t(vertex)] != 0;
    }
    bool prescribed(std::span<const int> vertices) const {
        return std::all_of(vertices.begin(), vertices.end(), [&](int v) { return prescribed(v); });
    }
    /// True if a tie holds the first of two features, by their vertices, to the second.
    bool tied(std::span<const int> first, std::span<const int> second) const {
        return std::any_of(ties.begin(), ties.end(), [&](const std::vector<char>& sides) {
            const auto has = [&](std::span<const int> vertices, char side) {
                return std::any_of(vertices.begin(), vertices.end(),
                                   [&](int v) { return sides[std::size_t(v)] == side; });
            };
            return (has(first, 1) && has(second, 2)) || (has(first, 2) && has(second, 1));
        });
    }
    /// False for two features that have intersected since the start, or are or were tied together
    /// and have not been apart since, and where the motion of both is prescribed, so that no force
    /// changes anything.
    bool touch(std::span<const int> first, std::span<const int> second) const {
        return (!prescribed(first) || !prescribed(second)) && tangles.shared(first, second) < 0 &&
               !tied(first, second);
    }
};

}  // namespace sinew
