/// Dirichlet conditions on velocities at the nodes of a grid.
#pragma once

#include <cstdint>
#include <sinew/mechanics/grid/grid.hpp>
#include <vector>

namespace sinew {

/// The components of velocity that walls and obstacles prescribe.
struct NodeConditions {
    NodeConditions() = default;
    /// Nothing is prescribed at n nodes.
    explicit NodeConditions(Index n) : prescribed(std::size_t(n), 0), velocity(n) {}

    bool is_prescribed(Index node, int axis) const {
        return prescribed[std::size_t(node)] >> axis & 1;
    }
    /// True if nothing is free at the node.
    bool is_all_prescribed(Index node) const { return prescribed[std::size_t(node)] == 7; }
    /// Prescribes one component [m/s].
    void prescribe(Index node, int axis, double value) {
        prescribed[std::size_t(node)] |= std::uint8_t(1 << axis);
        velocity[axis][node] = value;
    }
    /// Gives v the prescribed components.
    void impose(VectorField& v) const {
        parallel_for(v.size(), [&](Index node) {
            for (int axis = 0; axis < 3; ++axis)
                if (is_prescribed(node, axis)) v[axis][node] = velocity[axis][node];
        });
    }

    bool operator==(const NodeConditions&) const = default;

    std::vector<std::uint8_t> prescribed;  ///< bit a of a node: component a is
    VectorField velocity;                  ///< prescribed components, 0 elsewhere [m/s]
};

}  // namespace sinew
