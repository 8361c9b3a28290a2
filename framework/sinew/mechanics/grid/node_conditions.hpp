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
    explicit NodeConditions(Index n) : held(std::size_t(n), 0), velocity(n) {}

    bool holds(Index node, int axis) const { return held[std::size_t(node)] >> axis & 1; }
    bool holds_all(Index node) const { return held[std::size_t(node)] == 7; }
    /// Prescribes one component [m/s].
    void hold(Index node, int axis, double value) {
        held[std::size_t(node)] |= std::uint8_t(1 << axis);
        velocity[axis][node] = value;
    }
    /// Gives v the prescribed components.
    void impose(VectorField& v) const {
        for (Index node = 0; node < v.size(); ++node)
            for (int axis = 0; axis < 3; ++axis)
                if (holds(node, axis)) v[axis][node] = velocity[axis][node];
    }

    bool operator==(const NodeConditions&) const = default;

    std::vector<std::uint8_t> held;  ///< bit a of a node: component a is prescribed
    VectorField velocity;            ///< prescribed components, 0 elsewhere [m/s]
};

}  // namespace sinew
