/// A face is on the skin if one element alone has it. Faces are dropped into buckets by their
/// smallest node, so that only a couple of dozen are ever compared.

#include <algorithm>
#include <array>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/mesh/element.hpp>

namespace sinew {
namespace {

/// Sorted corner nodes of a face; its position is element * faces per element + local face.
struct FaceKey {
    std::array<int, 3> rest;  ///< the second, third (and fourth) smallest node
    Eigen::Index position;
};

/// The positions of all faces that occur once, ascending.
std::vector<Eigen::Index> single_faces(const VolumeMesh& mesh) {
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
    std::vector<FaceKey> keys(static_cast<std::size_t>(n_positions));
    std::vector<Eigen::Index> next(start.begin(), start.end() - 1);
    for (Eigen::Index position = 0; position < n_positions; ++position) {
        const auto key = sorted_corners(position);
        auto& slot = next[static_cast<std::size_t>(key[0])];
        keys[static_cast<std::size_t>(slot++)] = {{key[1], key[2], key[3]}, position};
    }

    std::vector<Eigen::Index> single;
    for (std::size_t node = 0; node + 1 < start.size(); ++node) {
        const auto begin = keys.begin() + start[node], end = keys.begin() + start[node + 1];
        std::sort(begin, end, [](const FaceKey& a, const FaceKey& b) { return a.rest < b.rest; });
        for (auto i = begin; i != end;) {
            auto j = i + 1;
            while (j != end && j->rest == i->rest) ++j;
            if (j - i == 1) single.push_back(i->position);
            i = j;
        }
    }
    std::sort(single.begin(), single.end());
    return single;
}

/// The triangles of a face of 3, 6 (corners, then midpoints) or 4 nodes, as positions in the face.
const std::vector<std::array<int, 3>>& triangles_of(std::size_t n_face_nodes) {
    static const std::vector<std::array<int, 3>> three{{0, 1, 2}};
    static const std::vector<std::array<int, 3>> six{{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
    static const std::vector<std::array<int, 3>> four{{0, 1, 2}, {0, 2, 3}};
    return n_face_nodes == 3 ? three : n_face_nodes == 6 ? six : four;
}

}  // namespace

Boundary boundary(const VolumeMesh& mesh) {
    const auto& local = faces(mesh.type);
    const auto n_faces = static_cast<Eigen::Index>(local.size());
    const auto& cut = triangles_of(local[0].size());

    Boundary skin;
    const std::vector<Eigen::Index> single = single_faces(mesh);
    skin.faces.reserve(single.size());
    skin.face_element.reserve(single.size());
    skin.triangles.resize(3, static_cast<Eigen::Index>(single.size() * cut.size()));
    skin.element.reserve(single.size() * cut.size());
    std::vector<char> on_skin(static_cast<std::size_t>(mesh.n_nodes()), 0);
    Eigen::Index n_triangles = 0;
    for (const Eigen::Index position : single) {
        const Eigen::Index e = position / n_faces;
        std::vector<int> face = local[static_cast<std::size_t>(position % n_faces)];
        for (int& node : face) {
            node = mesh.elements(node, e);
            on_skin[static_cast<std::size_t>(node)] = 1;
        }
        for (const auto& t : cut) {
            skin.triangles.col(n_triangles++) << face[static_cast<std::size_t>(t[0])],
                face[static_cast<std::size_t>(t[1])], face[static_cast<std::size_t>(t[2])];
            skin.element.push_back(static_cast<int>(e));
        }
        skin.face_element.push_back(static_cast<int>(e));
        skin.faces.push_back(std::move(face));
    }
    for (std::size_t i = 0; i < on_skin.size(); ++i)
        if (on_skin[i]) skin.nodes.push_back(static_cast<int>(i));
    return skin;
}

}  // namespace sinew
