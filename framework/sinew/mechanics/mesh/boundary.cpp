/// A face is on the skin if one element alone has it.

#include <algorithm>
#include <array>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/mesh/face_table.hpp>

namespace sinew {
namespace {

/// The positions of all faces that occur once, ascending.
std::vector<Eigen::Index> single_faces(const VolumeMesh& mesh) {
    std::vector<Eigen::Index> single;
    for_each_face(mesh, [&](auto first, auto last) {
        if (last - first == 1) single.push_back(first->position);
    });
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

Eigen::MatrixXi skin_triangles(const Boundary& skin) {
    Eigen::MatrixXi triangles = skin.triangles;
    for (int& node : triangles.reshaped())
        node = static_cast<int>(std::lower_bound(skin.nodes.begin(), skin.nodes.end(), node) -
                                skin.nodes.begin());
    return triangles;
}

SurfaceMesh skin_surface(const Boundary& skin, const Points& nodes) {
    return {nodes(Eigen::all, skin.nodes), skin_triangles(skin)};
}

}  // namespace sinew
