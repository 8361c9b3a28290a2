#include "walls.hpp"

namespace sinew {

namespace {

/// Calls visit(node, {i, j, k}) for the nodes of a side.
template <class Visit>
void each_node_of_side(const Lattice& nodes, std::size_t side, Visit&& visit) {
    std::array<Index, 3> first{0, 0, 0}, last = nodes.count;
    const std::size_t axis = side / 2;
    if (side % 2 == 0)
        last[axis] = 1;
    else
        first[axis] = last[axis] - 1;
    for (Index k = first[2]; k < last[2]; ++k)
        for (Index j = first[1]; j < last[1]; ++j)
            for (Index i = first[0]; i < last[0]; ++i)
                visit(nodes.at(i, j, k), std::array<Index, 3>{i, j, k});
}

/// What a side prescribes: later ones overwrite earlier ones where sides meet.
enum Rank { nothing, inflow, moving, at_rest, slipping };

Rank rank(const Wall& wall) {
    switch (wall.kind) {
        case WallKind::outflow:
            return nothing;
        case WallKind::inflow:
            return inflow;
        case WallKind::no_slip:
            return wall.velocity == Eigen::Vector3d::Zero() ? at_rest : moving;
        case WallKind::free_slip:
        case WallKind::symmetric:
            return slipping;
    }
    return nothing;
}

/// The part of its velocity that a wall has at a node: a half next to each wall at rest.
double part_of_velocity(const Walls& walls, const Grid& grid, std::size_t side,
                        const std::array<Index, 3>& at) {
    double part = 1;
    for (std::size_t other = 0; other < 6; ++other) {
        if (other / 2 == side / 2 || rank(walls[other]) != at_rest) continue;
        const Index edge = other % 2 == 0 ? 0 : grid.cells[other / 2];
        if (std::abs(at[other / 2] - edge) == 1) part /= 2;
    }
    return part;
}

}  // namespace

NodeConditions conditions_of(const Walls& walls, const Grid& grid) {
    const Lattice nodes = grid.nodes();
    NodeConditions conditions(nodes.size());
    for (int of_rank = inflow; of_rank <= slipping; ++of_rank)
        for (std::size_t side = 0; side < 6; ++side) {
            const Wall& wall = walls[side];
            if (rank(wall) != of_rank) continue;
            const int normal = int(side / 2);
            each_node_of_side(nodes, side, [&](Index node, const std::array<Index, 3>& at) {
                const double part = of_rank == moving ? part_of_velocity(walls, grid, side, at) : 1;
                for (int axis = 0; axis < 3; ++axis)
                    if (of_rank != slipping)
                        conditions.prescribe(node, axis, part * wall.velocity[axis]);
                    else if (axis == normal)
                        conditions.prescribe(node, axis, 0);
            });
        }
    return conditions;
}

}  // namespace sinew
