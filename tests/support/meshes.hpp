/// Small meshes for tests.
#pragma once

#include <array>
#include <sinew/mechanics/mesh/mesh_data.hpp>

namespace sinew::test {

/// Node (i, j, k) of a grid of nx x ny x nz cubes.
inline int grid_node(int nx, int ny, int i, int j, int k) {
    return i + (nx + 1) * (j + (ny + 1) * k);
}

/// nx x ny x nz hexahedra filling [0, nx] x [0, ny] x [0, nz].
inline VolumeMesh hex_grid(int nx, int ny, int nz) {
    VolumeMesh mesh;
    mesh.type = ElementType::hex8;
    mesh.positions.resize(3, (nx + 1) * (ny + 1) * (nz + 1));
    mesh.elements.resize(8, nx * ny * nz);
    for (int k = 0; k <= nz; ++k)
        for (int j = 0; j <= ny; ++j)
            for (int i = 0; i <= nx; ++i) mesh.positions.col(grid_node(nx, ny, i, j, k)) << i, j, k;
    int e = 0;
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i) {
                const auto at = [&](int a, int b, int c) {
                    return grid_node(nx, ny, i + a, j + b, k + c);
                };
                mesh.elements.col(e++) << at(0, 0, 0), at(1, 0, 0), at(1, 1, 0), at(0, 1, 0),
                    at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1);
            }
    return mesh;
}

/// The same grid cut into six tetrahedra a cube, around the diagonal from corner 0 to corner 6.
inline VolumeMesh tet_grid(int nx, int ny, int nz) {
    const VolumeMesh hexes = hex_grid(nx, ny, nz);
    constexpr int cut[6][4] = {{0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6},
                               {0, 7, 4, 6}, {0, 4, 5, 6}, {0, 5, 1, 6}};
    VolumeMesh mesh;
    mesh.type = ElementType::tet4;
    mesh.positions = hexes.positions;
    mesh.elements.resize(4, 6 * hexes.n_elements());
    for (Eigen::Index e = 0; e < hexes.n_elements(); ++e)
        for (int t = 0; t < 6; ++t)
            for (int a = 0; a < 4; ++a) mesh.elements(a, 6 * e + t) = hexes.elements(cut[t][a], e);
    return mesh;
}

/// One tetrahedron, corners at the origin and the unit points.
inline VolumeMesh one_tet() {
    VolumeMesh mesh;
    mesh.positions.resize(3, 4);
    mesh.positions << 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1;
    mesh.elements.resize(4, 1);
    mesh.elements << 0, 1, 2, 3;
    return mesh;
}

}  // namespace sinew::test
