/// Edges of a surface, with all triangles at each.
#pragma once

#include <algorithm>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

namespace sinew {

/// A side of a triangle, among those on the same edge.
struct HalfEdge {
    int high;  ///< the larger vertex
    int triangle;
    bool forward;  ///< runs from the smaller to the larger
};

/// Calls function(low, first, last) for each edge: its smaller vertex, and the range of all
/// HalfEdges on it. They are dropped into buckets by their smaller vertex, so that each edge's
/// triangles meet.
template <class Function>
void for_each_edge(const SurfaceMesh& surface, Function&& function) {
    std::vector<Eigen::Index> start(static_cast<std::size_t>(surface.n_points()) + 1, 0);
    const auto for_each_half_edge = [&](auto&& visit) {
        for (Eigen::Index t = 0; t < surface.n_triangles(); ++t)
            for (int i = 0; i < 3; ++i) {
                const int a = surface.triangles(i, t), b = surface.triangles((i + 1) % 3, t);
                if (a != b) visit(std::min(a, b), std::max(a, b), static_cast<int>(t), a < b);
            }
    };
    for_each_half_edge(
        [&](int low, int, int, bool) { ++start[static_cast<std::size_t>(low) + 1]; });
    for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    std::vector<HalfEdge> half_edges(static_cast<std::size_t>(start.back()));
    std::vector<Eigen::Index> next(start.begin(), start.end() - 1);
    for_each_half_edge([&](int low, int high, int triangle, bool forward) {
        auto& place = next[static_cast<std::size_t>(low)];
        half_edges[static_cast<std::size_t>(place++)] = {high, triangle, forward};
    });
    for (std::size_t low = 0; low + 1 < start.size(); ++low) {
        const auto begin = half_edges.begin() + start[low],
                   end = half_edges.begin() + start[low + 1];
        std::sort(begin, end, [](const HalfEdge& a, const HalfEdge& b) {
            return a.high != b.high ? a.high < b.high : a.triangle < b.triangle;
        });
        for (auto i = begin; i != end;) {
            auto j = i + 1;
            while (j != end && j->high == i->high) ++j;
            function(static_cast<int>(low), i, j);
            i = j;
        }
    }
}

}  // namespace sinew
