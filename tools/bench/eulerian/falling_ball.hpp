/// A flow that stands for others: a ball of fluid that falls in a box with no slip, in a swirl.
#pragma once

#include <cmath>
#include <sinew/mechanics/grid/fluid.hpp>
#include <sinew/mechanics/grid/walls.hpp>

namespace sinew::bench {

/// n cells along each edge of a cube of 1 m.
inline Grid unit_cube(Index n) {
    return {Eigen::Vector3d::Zero(), 1 / double(n), {n, n, n}};
}

/// Velocities at the nodes, with much divergence [m/s].
inline VectorField falling_ball(const Grid& grid) {
    const Lattice nodes = grid.nodes();
    VectorField v(nodes.size());
    for (Index k = 0; k < nodes.count[2]; ++k)
        for (Index j = 0; j < nodes.count[1]; ++j)
            for (Index i = 0; i < nodes.count[0]; ++i) {
                const Eigen::Vector3d x = nodes.position(i, j, k);
                const bool is_ball = (x - Eigen::Vector3d(0.4, 0.5, 0.6)).norm() < 0.2;
                v.set(nodes.at(i, j, k),
                      is_ball ? Eigen::Vector3d(0, 0, -1)
                              : Eigen::Vector3d(std::sin(7 * x[0]) * x[1], x[2] * x[0], 0));
            }
    conditions_of(Walls{}, grid).impose(v);
    return v;
}

}  // namespace sinew::bench
