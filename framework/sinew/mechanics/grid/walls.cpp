#include "walls.hpp"

namespace sinew {

namespace {

/// Calls visit(node) for the nodes of a side.
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
            for (Index i = first[0]; i < last[0]; ++i) visit(nodes.at(i, j, k));
}

bool moves(const Wall& wall) {
    return wall.velocity != Eigen::Vector3d::Zero();
}

/// Later ones overwrite earlier ones.
int rank(const Wall& wall) {
    switch (wall.kind) {
        case WallKind::outflow:
            return 0;
        case WallKind::inflow:
            return 1;
        case WallKind::no_slip:
            return moves(wall) ? 2 : 3;
        case WallKind::free_slip:
        case WallKind::symmetric:
            return 4;
    }
    return 0;
}

}  // namespace

NodeConditions conditions_of(const Walls& walls, const Grid& grid) {
    const Lattice nodes = grid.nodes();
    NodeConditions conditions(nodes.size());
    for (int of_rank = 1; of_rank <= 4; ++of_rank)
        for (std::size_t side = 0; side < 6; ++side) {
            const Wall& wall = walls[side];
            if (rank(wall) != of_rank) continue;
            const bool slips = of_rank == 4;
            const int normal = int(side / 2);
            each_node_of_side(nodes, side, [&](Index node) {
                for (int axis = 0; axis < 3; ++axis)
                    if (!slips)
                        conditions.hold(node, axis, wall.velocity[axis]);
                    else if (axis == normal)
                        conditions.hold(node, axis, 0);
            });
        }
    return conditions;
}

double net_inflow(const NodeConditions& conditions, const Grid& grid) {
    const Lattice nodes = grid.nodes();
    double flux = 0;
    for (std::size_t side = 0; side < 6; ++side) {
        const int axis = int(side / 2);
        const double inward = side % 2 == 0 ? 1 : -1;
        // A node stands for a quarter of each face of the side that meets in it.
        std::array<Index, 3> first{0, 0, 0}, last = grid.cells;
        const Index level = side % 2 == 0 ? 0 : nodes.count[std::size_t(axis)] - 1;
        first[std::size_t(axis)] = 0;
        last[std::size_t(axis)] = 1;
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        std::array<Index, 3> cell;
        for (cell[2] = first[2]; cell[2] < last[2]; ++cell[2])
            for (cell[1] = first[1]; cell[1] < last[1]; ++cell[1])
                for (cell[0] = first[0]; cell[0] < last[0]; ++cell[0])
                    for (int corner = 0; corner < 4; ++corner) {
                        std::array<Index, 3> node = cell;
                        node[std::size_t(axis)] = level;
                        node[std::size_t(u)] += corner & 1;
                        node[std::size_t(v)] += corner >> 1;
                        flux += inward * grid.spacing * grid.spacing / 4 *
                                conditions.velocity[axis][nodes.at(node[0], node[1], node[2])];
                    }
    }
    return flux;
}

bool has_outflow(const Walls& walls) {
    for (const Wall& wall : walls)
        if (wall.kind == WallKind::outflow) return true;
    return false;
}

}  // namespace sinew
