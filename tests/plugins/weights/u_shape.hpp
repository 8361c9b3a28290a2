/// A body whose parts do not see each other.
#pragma once

#include <sinew/mechanics/mesh/submesh.hpp>
#include <stdexcept>
#include <support/meshes.hpp>

namespace sinew::test {

/// The cubes of a grid whose centres satisfy `stays`, in tetrahedra.
template <class Stays>
VolumeMesh part_of_grid(int nx, int ny, int nz, Stays&& stays) {
    const VolumeMesh whole = tet_grid(nx, ny, nz);
    std::vector<int> elements;
    for (Eigen::Index e = 0; e < whole.n_elements(); ++e) {
        Eigen::Vector3d centre = Eigen::Vector3d::Zero();
        for (const int i : whole.elements.col(e)) centre += whole.positions.col(i) / 4;
        if (stays(Eigen::Vector3d(centre.array().floor() + 0.5))) elements.push_back(int(e));
    }
    return submesh(whole, elements).mesh;
}

/// Two legs of 1 x 1 x 4 m on a floor of 3 x 1 x 1 m, with a gap of 1 m between them.
inline VolumeMesh u_shape() {
    return part_of_grid(3, 1, 4,
                        [](const Eigen::Vector3d& c) { return c.x() != 1.5 || c.z() < 1; });
}

inline int node_at(const VolumeMesh& mesh, const Eigen::Vector3d& position) {
    for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i)
        if (mesh.positions.col(i) == position) return int(i);
    throw std::runtime_error("no node there");
}

}  // namespace sinew::test
