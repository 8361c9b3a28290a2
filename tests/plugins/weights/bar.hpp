/// A bar along the x axis with two bones in it, from 0 to 1 and from 1 to 2.
#pragma once

#include <sinew/mechanics/weights/weights.hpp>
#include <support/bodies.hpp>
#include <support/plugins.hpp>
#include <support/two_bones.hpp>

namespace sinew::test {

/// 2 x 0.4 x 0.4 m about the axis; its tetrahedra are mirrored at the middle plane, x = 1.
inline VolumeMesh bar(const Eigen::Vector3i& cells = {8, 2, 2}) {
    VolumeMesh mesh = box(ElementType::tet4, cells, {2, 0.4, 0.4});
    mesh.positions.bottomRows<2>().array() -= 0.2;
    return mesh;
}

/// A mesh of lone nodes.
inline VolumeMesh nodes_at(const std::vector<Eigen::Vector3d>& places) {
    VolumeMesh mesh;
    mesh.positions.resize(3, Eigen::Index(places.size()));
    for (std::size_t i = 0; i < places.size(); ++i) mesh.positions.col(Eigen::Index(i)) = places[i];
    mesh.elements.resize(4, 0);
    return mesh;
}

/// A bone with one straight segment from its joint.
inline Bone bone(int parent, const Eigen::Vector3d& joint, const Eigen::Vector3d& tail) {
    return {"", parent, joint, {{joint, tail}}, 0};
}

}  // namespace sinew::test
