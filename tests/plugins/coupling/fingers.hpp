/// Two fingers on a common base, for tests of contact.
#pragma once

#include <mechanics/coupling/coupling_support.hpp>
#include <sinew/mechanics/mesh/convert.hpp>

namespace sinew::test {

/// Fingers of 2 x 2 cells of edge 1 and a gap of 1 between them, on a base of 1: the left one up to
/// z = 9, the right one up to 7.51, so that its edge meets the other's face.
inline VolumeMesh fingers() {
    const int nx = 5, ny = 2, nz = 9;
    VolumeMesh mesh = tet_grid(nx, ny, nz);
    std::vector<int> kept;
    for (int e = 0; e < mesh.n_elements(); ++e) {
        const int cell = e / 6;
        const int column = cell % nx, level = cell / (nx * ny);
        if (level == 0 || column < 2 || (column > 2 && level < 8)) kept.push_back(e);
    }
    mesh.elements = mesh.elements(Eigen::all, kept).eval();
    drop_unreferenced(mesh);
    for (Index i = 0; i < mesh.n_nodes(); ++i)
        if (mesh.positions(0, i) > 2.5 && mesh.positions(2, i) > 1)
            mesh.positions(2, i) = 1 + 0.93 * (mesh.positions(2, i) - 1);
    return mesh;
}

/// Their tips bent towards each other by `bend`, and all a little out of order.
inline void bend_fingers(PointBodies& at, double bend, double disorder = 0.02) {
    for (Index i = 0; i < at.size; i += 3) {
        const double up = std::max(0.0, at.x[i + 2] - 1) / 8;
        at.x[i] += (at.x[i] < 2.5 ? bend : -bend) * up * up;
        for (int axis = 0; axis < 3; ++axis)
            at.x[i + axis] += disorder * std::sin(double(37 * (i + axis)));
    }
}

}  // namespace sinew::test
