/// Faces of elements that have the same corners, brought together.
#pragma once

#include <algorithm>
#include <array>
#include <sinew/mechanics/mesh/element.hpp>
#include <vector>

namespace sinew {

/// A face of an element, with its corners sorted.
struct SortedFace {
    std::array<int, 3> rest;  ///< the second, third (and fourth) smallest corner
    Eigen::Index position;    ///< element * faces per element + local face
};

/// Calls function(first, last) for each face of the mesh, with all SortedFaces on it. Faces are
/// dropped into buckets by their smallest node, so that only a couple of dozen are ever compared.
template <class Function>
void for_each_face(const VolumeMesh& mesh, Function&& function) {
    const auto& local = faces(mesh.type);
    const auto n_faces = static_cast<Eigen::Index>(local.size());
    const int n_corners = mesh.type == ElementType::hex8 ? 4 : 3;
    const auto sorted_corners = [&](Eigen::Index position) {
        std::array<int, 4> key{-1, -1, -1, -1};
        const auto& face = local[static_cast<std::size_t>(position % n_faces)];
        for (int c = 0; c < n_corners; ++c)
            key[static_cast<std::size_t>(c)] =
                mesh.elements(face[static_cast<std::size_t>(c)], position / n_faces);
        std::sort(key.begin(), key.begin() + n_corners);
        return key;
    };

    const Eigen::Index n_positions = mesh.n_elements() * n_faces;
    std::vector<Eigen::Index> start(static_cast<std::size_t>(mesh.n_nodes()) + 1, 0);
    for (Eigen::Index position = 0; position < n_positions; ++position)
        ++start[static_cast<std::size_t>(sorted_corners(position)[0]) + 1];
    for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    std::vector<SortedFace> keys(static_cast<std::size_t>(n_positions));
    std::vector<Eigen::Index> next(start.begin(), start.end() - 1);
    for (Eigen::Index position = 0; position < n_positions; ++position) {
        const auto key = sorted_corners(position);
        auto& slot = next[static_cast<std::size_t>(key[0])];
        keys[static_cast<std::size_t>(slot++)] = {{key[1], key[2], key[3]}, position};
    }

    for (std::size_t node = 0; node + 1 < start.size(); ++node) {
        const auto begin = keys.begin() + start[node], end = keys.begin() + start[node + 1];
        std::sort(begin, end,
                  [](const SortedFace& a, const SortedFace& b) { return a.rest < b.rest; });
        for (auto i = begin; i != end;) {
            auto j = i + 1;
            while (j != end && j->rest == i->rest) ++j;
            function(i, j);
            i = j;
        }
    }
}

}  // namespace sinew
